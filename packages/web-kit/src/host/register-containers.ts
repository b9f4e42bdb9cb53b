import type { RegistryEntry } from '@kinmel/contracts';
import { registerRemotes } from '@module-federation/enhanced/runtime';

/** The federation container of a remote. A dash in the name would fail the build. */
export const containerName = (remote: string) => remote.replaceAll('-', '_');

/** Registers the remotes with the federation runtime without loading them. */
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
