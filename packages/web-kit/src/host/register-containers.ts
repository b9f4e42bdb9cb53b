import type { RegistryEntry } from '@kinmel/contracts';
import { registerRemotes } from '@module-federation/enhanced/runtime';

/** The federation container of a remote. A dash in it fails the build once a manifest is written. */
export const containerName = (remote: string) => remote.replaceAll('-', '_');

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
