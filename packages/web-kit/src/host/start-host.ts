import type { Registry } from '@kinmel/contracts';
import { loadRemote, registerPlugins } from '@module-federation/enhanced/runtime';
import { remoteHost, setRemoteHost } from '../remotes/remote-loading.ts';
import { readBlock } from '../requests/first-data.ts';
import { federationPlugin, type ShellPins } from './federation-plugin.ts';
import { containerName, registerContainers } from './register-containers.ts';
import { trustOwnScripts } from './trusted-scripts.ts';

/** A shop without remotes: what the shell works with when the HTML carries no registry. */
const emptyRegistry: Registry = { schema: 1, revision: 0, remotes: {} };

interface HostOptions {
  registry: Registry;
  /** The federation manifests that the HTML carried, by remote. */
  manifests: Readonly<Record<string, unknown>>;
  /** The hashes of what the host loads of itself later. */
  shell?: ShellPins;
}

/** What the HTML carries: the gateway's `#kinmel-registry` and `#kinmel-manifests`, and the shell's own pins. */
export function readHostBlocks(): HostOptions {
  const registry = readBlock('kinmel-registry') as Registry | undefined;
  const manifests = readBlock('kinmel-manifests') as Record<string, unknown> | undefined;
  const shell = readBlock('kinmel-shell') as ShellPins | undefined;
  return { registry: registry?.schema === 1 ? registry : emptyRegistry, manifests: manifests ?? {}, shell };
}

/** Makes the remotes of the registry known to the federation runtime. Nothing is loaded yet. */
export function startHost({ registry, manifests, shell }: HostOptions): void {
  trustOwnScripts();
  const pins = {
    // Remotes for staff come and go with a session.
    get registry() {
      return remoteHost()?.registry ?? registry;
    },
    shell,
  };
  registerPlugins([federationPlugin(pins, manifests)]);
  registerContainers(Object.values(registry.remotes));
  setRemoteHost({
    registry,
    load: async (remote, module) => {
      const loaded: unknown = await loadRemote(`${containerName(remote)}/${module}`);
      if (loaded === null || loaded === undefined) throw new Error(`${remote} exposes no ./${module}`);
      return loaded;
    },
  });
}
