import { installedPackage } from './installed-package.ts';

export const lobsterVersion = '2026.9.13';

/** The entry of the workflow engine that Pawl is measured beside; or why there is none. */
export const installedLobster = () => installedPackage('@clawdbot/lobster', lobsterVersion, 'bin/lobster.js');
