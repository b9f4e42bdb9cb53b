export { previewLink } from '../previews/preview-token.ts';
export { type Activation, openRegistry, RegistryConflict, type RegistryOptions } from './open-registry.ts';
export { registryEntry } from './public-registry.ts';
export { type Change, freezeOf, RegistryRefusal } from './revisions/next-state.ts';
export { assertPactsVerified, protectedVariable } from './revisions/protected-installation.ts';
export { ensureKeyPair, type KeyFiles, signFile } from './signatures.ts';
export {
  listStarts,
  listVerifications,
  pruneVerifications,
  type Verification,
  writeRecord,
} from './verifications.ts';
export {
  BuildError,
  descriptionFile,
  integrityOf,
  partOf,
  shellPart,
  verifyFiles,
  versionFolder,
} from './versions/build-files.ts';
export { misfits } from './versions/fit.ts';
export { type StoredVersion, storedVersions } from './versions/stored-versions.ts';
