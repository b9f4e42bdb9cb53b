export { BuildError, integrityOf, readBuildFile, verifyFiles, versionFolder } from './build-files.ts';
export { RegistryRefusal } from './next-active.ts';
export {
  type Activation,
  openRegistry,
  RegistryConflict,
  type RegistryOptions,
  type RemoteRegistry,
} from './open-registry.ts';
export { makeRegistry, mayUse, registryEntry, type Viewer } from './public-registry.ts';
export type { RegistryLog } from './revision-files.ts';
