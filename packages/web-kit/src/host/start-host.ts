import type { Registry } from '@kinmel/contracts';
import { loadRemote, registerPlugins } from '@module-federation/enhanced/runtime';
import { remoteHost, setRemoteHost } from '../remotes/remote-loading.ts';
import { readBlock } from '../requests/first-data.ts';
import { federationPlugin, type ShellPins } from './federation-plugin.ts';
import { containerName, registerContainers } from './register-containers.ts';
import { trustOwnScripts } from './trusted-scripts.ts';

/** Used when the HTML carries no registry. */
const emptyRegistry: Registry = { schema: 1, revision: 0, remotes: {} };

interface HostOptions {
  registry: Registry;
  /** The federation manifests in the HTML, by remote. */
  manifests: Readonly<Record<string, object>>;
  /** Hashes of the shell's own chunks. */
  shell?: ShellPins;
}

/** Reads the gateway's `#kinmel-registry` and `#kinmel-manifests`, and the shell's own hashes. */
export function readHostBlocks(): HostOptions {
  const registry = readBlock('kinmel-registry') as Registry | undefined;
  const manifests = readBlock('kinmel-manifests') as Record<string, object> | undefined;
  const shell = readBlock('kinmel-shell') as ShellPins | undefined;
  return { registry: registry?.schema === 1 ? registry : emptyRegistry, manifests: manifests ?? {}, shell };
}

/** Registers the remotes with the federation runtime without loading them. */
export function startHost({ registry, manifests, shell }: HostOptions): void {
  trustOwnScripts();
  const pins = {
    // Remotes for staff change with the session.
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
