export { RegistryRefusal } from './next-active.ts';
export { type Activation, openRegistry, RegistryConflict } from './open-registry.ts';
