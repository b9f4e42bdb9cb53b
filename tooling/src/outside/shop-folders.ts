import { join } from 'node:path';
import type { DeployFolders } from '../deploy/deploy-part.ts';
import {
  registryFolder,
  remotesFolder,
  repositoryFolder,
  shellsFolder,
  stateFolder,
} from '../webpack/paths.ts';

/** The private key of the owner in the repository of a remote. */
export const ownerKeyFile = (repository: string) => join(repository, '.kinmel/keys/owner.pem');

/** The folders of the shop, with the owner's key instead of that of the installation. */
export const shopFolders = (): DeployFolders => ({
  remotesFolder: remotesFolder(),
  registryFolder: registryFolder(),
  shellsFolder: shellsFolder(),
  privateKeyFile: process.env.RELEASE_KEY_FILE ?? ownerKeyFile(repositoryFolder),
  publicKeysFile: process.env.REGISTRY_KEYS_FILE ?? join(stateFolder(), 'keys/trusted.pem'),
});
