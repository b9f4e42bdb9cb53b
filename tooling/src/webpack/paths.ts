import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout: every path of the build is made from it, never from the working directory. */
export const repositoryFolder = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

/** Where builds, deployed remotes and data live, git-ignored. */
export const stateFolder = () =>
  resolve(process.env.KINMEL_STATE_FOLDER ?? join(repositoryFolder, '.kinmel'));

export const remotesFolder = () => process.env.REMOTES_FOLDER ?? join(stateFolder(), 'remotes');
export const registryFolder = () => process.env.REGISTRY_FOLDER ?? join(stateFolder(), 'registry');

/** Every build of the shell, one folder a version; `SHELL_FOLDER` of the gateway names one of them. */
export const shellBuildsFolder = () => join(stateFolder(), 'shell');

/** The build of the shell in force, or a link to it: what a remote is compared with before it is deployed. */
export const activeShellFolder = () => process.env.SHELL_FOLDER ?? join(shellBuildsFolder(), 'active');

/** The version that a workspace or a package in node_modules gives itself. */
export function packageVersion(folder: string): string {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  return version;
}

/** The folder of an installed package, whatever its `exports` say. */
export function packageFolder(name: string): string {
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? [];
  const found = folders.find((folder) => existsSync(join(folder, name, 'package.json')));
  if (!found) throw new Error(`${name} is not installed: run npm ci`);
  return join(found, name);
}
