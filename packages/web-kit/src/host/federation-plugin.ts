import type { Registry, RegistryEntry } from '@kinmel/contracts';
import { remoteFileDeadlineMs } from '@kinmel/contracts/browser';
import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import { isRetried } from '../remotes/remote-loading.ts';

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

/** A federation manifest with the hashes of the version's scripts and styles, which the build adds. */
interface Manifest {
  readonly integrity?: Readonly<Record<string, string>>;
}

/** The integrity hashes of manifests and of the shell. */
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
 * The integrity hash of a remote's file: the registry has that of the manifest, and the manifest those of all others.
 * Throws for a file that is not listed: a missing hash never disables the check. Only remotes in development, whose
 * files change, have none.
 */
function pinOf(
  { registry, shell }: Pins,
  manifests: ReadonlyMap<string, Manifest>,
  url: string,
): string | undefined {
  const { pathname } = new URL(url, location.href);
  const owner = ownerOf(registry, pathname);
  if (owner?.entry.development) return undefined;
  const shellHash =
    shell && pathname.startsWith(shell.folder)
      ? shell.integrity[pathname.slice(shell.folder.length)]
      : undefined;
  const remoteHash =
    owner && { ...manifests.get(owner.entry.manifest)?.integrity, ...owner.entry.integrity }[owner.file];
  const pin = owner ? remoteHash : shellHash;
  if (!pin) throw new Error(`No integrity is known for ${url}`);
  return pin;
}

/** Hooks of the federation runtime: manifests from the HTML, a timeout and an integrity hash for every file. */
export function federationPlugin(
  pins: Pins,
  manifests: Readonly<Record<string, Manifest>>,
): ModuleFederationRuntimePlugin {
  /** The manifests in the HTML, and those that were fetched. */
  const manifestsByPath = new Map<string, Manifest>();
  for (const { name, manifest } of Object.values(pins.registry.remotes)) {
    const inlined = manifests[name];
    if (inlined) manifestsByPath.set(manifest, inlined);
  }
  /** Number of requests per file. */
  const requestCounts: Record<string, number> = {};
  /** The page's preload of the file may have failed before a loader requested it. */
  const isPreloadInDoubt = (url: string) => {
    const owner = ownerOf(pins.registry, new URL(url, location.href).pathname);
    return owner !== undefined && isRetried(owner.entry.name);
  };
  /**
   * A file with its hash. A retry uses another URL, as does the first request of a file whose remote is retried: a browser
   * joins requests for the same URL, and the retry would hang or fail with the first.
   */
  const fileOf = (url: string): RemoteFile => {
    const retries = requestCounts[url] ?? Number(isPreloadInDoubt(url));
    const integrity = pinOf(pins, manifestsByPath, url);
    requestCounts[url] = retries + 1;
    return { url: retries ? `${url}?retry=${retries}` : url, integrity };
  };
  globalThis.kinmelFile = fileOf;

  return {
    name: 'kinmel-host',
    fetch: async (url) => {
      const { pathname } = new URL(url, location.href);
      const manifest = manifestsByPath.get(pathname);
      if (manifest !== undefined) return new Response(JSON.stringify(manifest));
      const file = fileOf(url);
      const response = await fetch(file.url, {
        signal: AbortSignal.timeout(remoteFileDeadlineMs),
        integrity: file.integrity ?? '',
      });
      if (!response.ok) throw new Error(`${pathname} was answered with ${response.status}`);
      const loaded: Manifest = await response.json();
      manifestsByPath.set(pathname, loaded);
      requestCounts[url] = 0;
      return new Response(JSON.stringify(loaded));
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
      const pin = pinOf(pins, manifestsByPath, url);
      if (pin) link.integrity = pin;
      return link;
    },
  };
}
