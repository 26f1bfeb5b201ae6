/**
 * What packages get that import `process`: enough of it to look around and find nothing. Many do, for an environment variable that
 * switches their messages on. A module in its own address, so that no file has to be there.
 */
export const processStandIn = `data:text/javascript,${encodeURIComponent(`
export const env = {}, argv = [], execArgv = [], versions = { node: ${JSON.stringify(process.versions.node)} }, version = ${JSON.stringify(process.version)};
export const platform = 'linux', arch = 'x64', pid = 1, stdout = {}, stderr = {};
export const cwd = () => '/', emitWarning = () => {}, on = () => {}, once = () => {}, off = () => {}, nextTick = (f, ...args) => queueMicrotask(() => f(...args));
export default { env, argv, execArgv, versions, version, platform, arch, pid, stdout, stderr, cwd, emitWarning, on, once, off, nextTick };
`)}`;
