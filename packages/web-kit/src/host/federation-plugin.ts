import type { Registry, RegistryEntry } from '@kinmel/contracts';
import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';

/** The time that each file of a remote may take, in milliseconds; webpack's own limit for chunks is set to the same. */
export const fileDeadlineMs = 8000;

declare global {
  /** Set by the host, called by the script loader that the build puts in every remote. Throws when there is no pin. */
  var kinmelPin: ((url: string) => string | undefined) | undefined;
}

function ownerOf(registry: Registry, url: string): { entry: RegistryEntry; file: string } | undefined {
  const { pathname } = new URL(url, location.href);
  for (const entry of Object.values(registry.remotes)) {
    const folder = entry.entry.slice(0, entry.entry.lastIndexOf('/') + 1);
    if (pathname.startsWith(folder)) return { entry, file: pathname.slice(folder.length) };
  }
  return undefined;
}

/**
 * The hash that a file of a remote must have. Throws for a file that the registry does not know: a missing pin is
 * never "no check". Only remotes under development, whose files change under the reader, have none.
 */
export function pinOf(registry: Registry, url: string): string | undefined {
  const owner = ownerOf(registry, url);
  if (owner?.entry.development) return undefined;
  const pin = owner?.entry.integrity[owner.file];
  if (!pin) throw new Error(`No integrity is known for ${url}`);
  return pin;
}

/** Hooks of the federation runtime: manifests from the HTML, a deadline and a pin for every file. */
export function federationPlugin(
  registry: Registry,
  manifests: Readonly<Record<string, unknown>>,
): ModuleFederationRuntimePlugin {
  const inlined = new Map<string, unknown>();
  for (const entry of Object.values(registry.remotes)) {
    const manifest = manifests[entry.name];
    if (manifest !== undefined) inlined.set(entry.manifest, manifest);
  }
  globalThis.kinmelPin = (url) => pinOf(registry, url);

  return {
    name: 'kinmel-host',
    fetch: async (url) => {
      const { pathname } = new URL(url, location.href);
      const manifest = inlined.get(pathname);
      if (manifest !== undefined) return new Response(JSON.stringify(manifest));
      const response = await fetch(url, {
        signal: AbortSignal.timeout(fileDeadlineMs),
        integrity: pinOf(registry, url) ?? '',
      });
      if (!response.ok) throw new Error(`${pathname} was answered with ${response.status}`);
      return response;
    },
    createScript: ({ url }) => {
      const script = document.createElement('script');
      script.src = url;
      script.async = true;
      script.crossOrigin = 'anonymous';
      const pin = pinOf(registry, url);
      if (pin) script.integrity = pin;
      return { script, timeout: fileDeadlineMs };
    },
    createLink: ({ url, attrs }) => {
      const link = document.createElement('link');
      for (const [name, value] of Object.entries(attrs ?? {})) link.setAttribute(name, String(value));
      link.href = url;
      link.crossOrigin = 'anonymous';
      const pin = pinOf(registry, url);
      if (pin) link.integrity = pin;
      return link;
    },
  };
}
