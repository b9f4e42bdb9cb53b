export type { BuildMode } from './base-config.ts';
export { type BuildRemoteOptions, type BuiltRemote, buildRemote, watchRemote } from './build-remote.ts';
export { type BuildShellOptions, type BuiltShell, buildShell, watchShell } from './build-shell.ts';
export { registryFolder, remotesFolder, shellBuildsFolder } from './paths.ts';
export { readDeclaration, remoteConfig } from './remote-config.ts';
export { WebpackError } from './run-webpack.ts';
export { sharedModules } from './shared-modules.ts';
export { shellConfig } from './shell-config.ts';
