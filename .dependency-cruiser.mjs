/** The rules themselves are in checks/layers.ts and checks/import-rules.ts. */
export { configuration as default } from './checks/import-rules.ts';
