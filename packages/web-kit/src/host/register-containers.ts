import type { RegistryEntry } from '@kinmel/contracts';
import { registerRemotes } from '@module-federation/enhanced/runtime';
import { containerName } from './container-name.ts';

/** Tells the federation runtime where the remotes are. Nothing is loaded yet. */
export function registerContainers(
  remotes: readonly Pick<RegistryEntry, 'name' | 'manifest'>[],
  options?: { readonly force: boolean },
): void {
  registerRemotes(
    remotes.map(({ name, manifest }) => ({
      name: containerName(name),
      entry: new URL(manifest, location.href).href,
    })),
    options,
  );
}
