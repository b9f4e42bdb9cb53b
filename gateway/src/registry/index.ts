export {
  BuildError,
  descriptionFile,
  integrityOf,
  partOf,
  shellPart,
  verifyFiles,
  versionFolder,
} from './build-files.ts';
export { misfits } from './fit.ts';
export { type Change, freezeOf, RegistryRefusal } from './next-state.ts';
export { type Activation, openRegistry, RegistryConflict, type RegistryOptions } from './open-registry.ts';
export { previewLink } from './preview-token.ts';
export { protectedVariable } from './protected-installation.ts';
export { registryEntry } from './public-registry.ts';
export { ensureKeyPair, type KeyFiles, signFile } from './signatures.ts';
export { type StoredVersion, storedVersions } from './stored-versions.ts';
export {
  listVerifications,
  pruneVerifications,
  recordVerification,
  type Verification,
} from './verifications.ts';
