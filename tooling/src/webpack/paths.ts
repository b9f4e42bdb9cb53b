import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { KeyFiles } from '@kinmel/gateway/registry';

const toolingFolder = dirname(fileURLToPath(import.meta.url));
const [installationFolder = ''] = toolingFolder.split(/[\\/]node_modules[\\/]/);

/**
 * The repository whose parts are built: this one, or the one that has the packed tooling in `node_modules`. Builds resolve
 * paths against it, never against the working directory.
 */
export const repositoryFolder =
  installationFolder === toolingFolder ? resolve(toolingFolder, '../../..') : installationFolder;

/** State: builds, deployed remotes, data. Git-ignored. */
export const stateFolder = () =>
  resolve(process.env.KINMEL_STATE_FOLDER ?? join(repositoryFolder, '.kinmel'));

export const remotesFolder = () => process.env.REMOTES_FOLDER ?? join(stateFolder(), 'remotes');
export const registryFolder = () => process.env.REGISTRY_FOLDER ?? join(stateFolder(), 'registry');

/** Builds of the shell, one folder per version. */
export const shellsFolder = () => process.env.SHELLS_FOLDER ?? join(stateFolder(), 'shell');

/** The keys of this checkout, shared by all its stacks; `npm start` and deployments create them. */
export const checkoutKeys: KeyFiles = {
  privateKeyFile: join(repositoryFolder, '.kinmel/keys/installation.pem'),
  publicKeysFile: join(repositoryFolder, '.kinmel/keys/trusted.pem'),
};

/** The key that signs versions and revisions, and the public keys that are trusted. */
export const keyFiles = (env: NodeJS.ProcessEnv = process.env): KeyFiles => ({
  privateKeyFile: env.RELEASE_KEY_FILE ?? checkoutKeys.privateKeyFile,
  publicKeysFile: env.REGISTRY_KEYS_FILE ?? checkoutKeys.publicKeysFile,
});

export function packageVersion(folder: string): string {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  return version;
}

/** Folder of an installed package, regardless of its `exports`. */
export function packageFolder(name: string): string {
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? [];
  const parentFolder = folders.find((folder) => existsSync(join(folder, name, 'package.json')));
  if (!parentFolder) throw new Error(`${name} is not installed: run npm ci`);
  return join(parentFolder, name);
}
