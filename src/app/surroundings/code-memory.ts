/** As much memory as code that a model wrote, or that is stored, may take. */
export const memoryBytes = 512 * 1024 * 1024;
