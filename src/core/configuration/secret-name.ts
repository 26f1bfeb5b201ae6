/** Whether a secret can be called so: its name is the variable that programs get it in, and some variables belong to runs themselves. */
export const isSecretName = (name: string): boolean => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !/^(PAWL|DEVKIT)_/.test(name);
