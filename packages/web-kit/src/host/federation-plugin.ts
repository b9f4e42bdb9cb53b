import type { Registry, RegistryEntry } from '@kinmel/contracts';
import { remoteFileDeadlineMs } from '@kinmel/contracts/browser';
import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';

declare global {
  /** Set by the host, called by the loader that the build puts in every remote. Throws without a hash. */
  var kinmelFile: ((url: string) => RemoteFile) | undefined;
}

export interface RemoteFile {
  readonly url: string;
  readonly integrity: string | undefined;
}

/** Chunks that the shell loads after the first view: hashes by file path relative to its folder. */
export interface ShellPins {
  readonly folder: string;
  readonly integrity: Readonly<Record<string, string>>;
}

/** All integrity hashes. */
export interface Pins {
  readonly registry: Registry;
  readonly shell?: ShellPins;
}

function ownerOf(registry: Registry, pathname: string): { entry: RegistryEntry; file: string } | undefined {
  for (const entry of Object.values(registry.remotes)) {
    const folder = entry.entry.slice(0, entry.entry.lastIndexOf('/') + 1);
    if (pathname.startsWith(folder)) return { entry, file: pathname.slice(folder.length) };
  }
  return undefined;
}

/**
 * The integrity hash of a remote's file. Throws for a file that the registry does not list: a missing hash never
 * disables the check. Only remotes in development, whose files change, have none.
 */
export function pinOf({ registry, shell }: Pins, url: string): string | undefined {
  const { pathname } = new URL(url, location.href);
  const owner = ownerOf(registry, pathname);
  if (owner?.entry.development) return undefined;
  const ofShell =
    shell && pathname.startsWith(shell.folder)
      ? shell.integrity[pathname.slice(shell.folder.length)]
      : undefined;
  const pin = owner ? owner.entry.integrity[owner.file] : ofShell;
  if (!pin) throw new Error(`No integrity is known for ${url}`);
  return pin;
}

/** Hooks of the federation runtime: manifests from the HTML, a timeout and an integrity hash for every file. */
export function federationPlugin(
  pins: Pins,
  manifests: Readonly<Record<string, unknown>>,
): ModuleFederationRuntimePlugin {
  const inlined = new Map(
    Object.values(pins.registry.remotes).map(({ name, manifest }) => [manifest, manifests[name]]),
  );
  /** Number of requests per file. */
  const asked: Record<string, number> = {};
  /**
   * A file with its hash. Only failed files are requested again, at another URL: a browser joins requests for the same
   * URL, and the retry would hang with the first.
   */
  const fileOf = (url: string): RemoteFile => {
    const retries = asked[url] ?? 0;
    const integrity = pinOf(pins, url);
    asked[url] = retries + 1;
    return { url: retries ? `${url}?retry=${retries}` : url, integrity };
  };
  globalThis.kinmelFile = fileOf;

  return {
    name: 'kinmel-host',
    fetch: async (url) => {
      const { pathname } = new URL(url, location.href);
      const manifest = inlined.get(pathname);
      if (manifest !== undefined) return new Response(JSON.stringify(manifest));
      const file = fileOf(url);
      const response = await fetch(file.url, {
        signal: AbortSignal.timeout(remoteFileDeadlineMs),
        integrity: file.integrity ?? '',
      });
      if (!response.ok) throw new Error(`${pathname} was answered with ${response.status}`);
      asked[url] = 0;
      return response;
    },
    createScript: ({ url }) => {
      const file = fileOf(url);
      const script = document.createElement('script');
      script.src = file.url;
      script.async = true;
      script.crossOrigin = 'anonymous';
      if (file.integrity) script.integrity = file.integrity;
      return { script, timeout: remoteFileDeadlineMs };
    },
    createLink: ({ url, attrs }) => {
      const link = document.createElement('link');
      for (const [name, value] of Object.entries(attrs ?? {})) link.setAttribute(name, String(value));
      link.href = url;
      link.crossOrigin = 'anonymous';
      const pin = pinOf(pins, url);
      if (pin) link.integrity = pin;
      return link;
    },
  };
}
