import type { Registry } from '@kinmel/contracts';
import { remoteFileDeadlineMs } from '@kinmel/contracts/browser';
import { RemoteLoadError } from './remote-load-error.ts';
import { remoteContractVersion } from './remote-module.ts';
import { type TrackedPromise, trackPromise } from './tracked-promise.ts';

/** How the shell (or a dev host) brings in a module of a remote; tests give their own. */
export interface RemoteHost {
  readonly registry: Registry;
  /** Loads the module exposed as `./<module>` of a registered remote. Must be repeatable after a failure. */
  readonly load: (remote: string, module: string) => Promise<unknown>;
}

/** The longest that a place waits for its remote, in milliseconds: the time of each file and a little to report it. */
export const remoteDeadlineMs = remoteFileDeadlineMs + 2000;

let currentHost: RemoteHost | undefined;
const records = new Map<string, TrackedPromise<unknown>>();
const attempts = new Map<string, number>();
const listeners = new Set<() => void>();

/** Gives web-kit the means to load remotes, and forgets everything that was loaded by another. */
export function setRemoteHost(host: RemoteHost | undefined): void {
  currentHost = host;
  records.clear();
  attempts.clear();
}

export function remoteHost(): RemoteHost | undefined {
  return currentHost;
}

/** Changes which remotes the running host knows; what was loaded stays loaded. */
export function changeRemotes(change: (remotes: Registry['remotes']) => Registry['remotes']): void {
  if (!currentHost) return;
  const { registry } = currentHost;
  currentHost = { ...currentHost, registry: { ...registry, remotes: change(registry.remotes) } };
}

const keyOf = (remote: string, module: string) => `${remote}/${module}`;

async function loadChecked(remote: string, module: string): Promise<unknown> {
  const host = currentHost;
  const entry = host?.registry.remotes[remote];
  if (!host || !entry) throw new RemoteLoadError('not-deployed', `${remote} is not in the registry`);
  if (entry.contractVersion !== remoteContractVersion) {
    throw new RemoteLoadError(
      'contract',
      `${remote} ${entry.version} speaks contract ${entry.contractVersion}, the shell ${remoteContractVersion}`,
    );
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () =>
        reject(new RemoteLoadError('deadline', `${keyOf(remote, module)} took over ${remoteDeadlineMs} ms`)),
      remoteDeadlineMs,
    );
  });
  try {
    return await Promise.race([host.load(remote, module), deadline]);
  } catch (error) {
    if (error instanceof RemoteLoadError) throw error;
    throw new RemoteLoadError('load', `${keyOf(remote, module)} did not load`, error);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The module of a remote, loaded once for all places that show it. The promise is kept outside of React:
 * one made during render would be made again by every render that suspends, which is a storm of requests.
 */
export function remoteModule(remote: string, module: string): TrackedPromise<unknown> {
  const key = `${keyOf(remote, module)}#${loadAttempt(remote, module)}`;
  let record = records.get(key);
  if (!record) {
    record = trackPromise(loadChecked(remote, module));
    records.set(key, record);
  }
  return record;
}

/** How often "Retry" was pressed for this module. */
export function loadAttempt(remote: string, module: string): number {
  return attempts.get(keyOf(remote, module)) ?? 0;
}

/** Asks for the module again, in every place that shows it: one Retry mends them all. */
export function retryRemoteModule(remote: string, module: string): void {
  attempts.set(keyOf(remote, module), loadAttempt(remote, module) + 1);
  for (const listener of listeners) listener();
}

/** Tells when a module is asked for again. Returns the function that ends it. */
export function onRetry(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
