import type { Registry } from '@kinmel/contracts';
import { remoteContractVersion, remoteFileDeadlineMs } from '@kinmel/contracts/browser';
import { useSyncExternalStore } from 'react';
import { refreshSession } from '../session/running-session.ts';
import { RemoteLoadError } from './remote-load-error.ts';
import { type TrackedPromise, trackPromise } from './tracked-promise.ts';

/** How the shell (or a development host) loads a module of a remote; tests provide their own. */
export interface RemoteHost {
  readonly registry: Registry;
  /** Loads the module exposed as `./<module>` of a registered remote. Must be repeatable after a failure. */
  readonly load: (remote: string, module: string) => Promise<unknown>;
}

/** Time limit for a remote, in milliseconds: the limit of each file plus time to report it. */
export const remoteDeadlineMs = remoteFileDeadlineMs + 2000;

let currentHost: RemoteHost | undefined;
const modulePromises = new Map<string, TrackedPromise<unknown>>();
const attempts = new Map<string, number>();
const listeners = new Set<() => void>();

/** Sets how remotes are loaded, and clears everything that was loaded before. */
export function setRemoteHost(host: RemoteHost | undefined): void {
  currentHost = host;
  modulePromises.clear();
  attempts.clear();
}

export function remoteHost(): RemoteHost | undefined {
  return currentHost;
}

/** Changes which remotes are registered; loaded modules stay. */
export function changeRemotes(change: (remotes: Registry['remotes']) => Registry['remotes']): void {
  if (!currentHost) return;
  const { registry } = currentHost;
  currentHost = { ...currentHost, registry: { ...registry, remotes: change(registry.remotes) } };
}

export const isForStaff = ({ requiredRole }: Registry['remotes'][string]): boolean =>
  requiredRole === 'admin';

/** Whether the registry lists remotes for staff: the server then regards the visitor as an admin. */
export const hasStaffRemotes = (): boolean =>
  Object.values(currentHost?.registry.remotes ?? {}).some(isForStaff);

/**
 * Loads code, and for staff retries a failure once with a renewed session: when the cookie for their files has expired,
 * such as on a page that was open overnight, the gateway answers 404.
 */
export async function loadWithCookie<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load();
  } catch (error) {
    if (!hasStaffRemotes() || !(await refreshSession().catch(() => false))) throw error;
    return load();
  }
}

const keyOf = (remote: string, module: string) => `${remote}/${module}`;

async function loadModule(remote: string, module: string): Promise<unknown> {
  const host = currentHost;
  const entry = host?.registry.remotes[remote];
  if (!host || !entry) throw new RemoteLoadError(`${remote} is not in the registry`);
  if (entry.contractVersion !== remoteContractVersion) {
    throw new RemoteLoadError(
      `${remote} ${entry.version} has contract version ${entry.contractVersion}, the shell ${remoteContractVersion}`,
    );
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new RemoteLoadError(`${keyOf(remote, module)} took over ${remoteDeadlineMs} ms`)),
      remoteDeadlineMs,
    );
  });
  try {
    return await Promise.race([loadWithCookie(() => host.load(remote, module)), deadline]);
  } catch (error) {
    if (error instanceof RemoteLoadError) throw error;
    throw new RemoteLoadError(`${keyOf(remote, module)} did not load`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The module of a remote, loaded once for all components that use it. The promise is cached outside of React: one created
 * during render would be created again by every render that suspends, which would cause a storm of requests.
 */
export function remoteModule(remote: string, module: string): TrackedPromise<unknown> {
  const key = `${keyOf(remote, module)}#${loadAttempt(remote, module)}`;
  let modulePromise = modulePromises.get(key);
  if (!modulePromise) {
    modulePromise = trackPromise(loadModule(remote, module));
    modulePromises.set(key, modulePromise);
  }
  return modulePromise;
}

/** Number of retries of this module. */
function loadAttempt(remote: string, module: string): number {
  return attempts.get(keyOf(remote, module)) ?? 0;
}

/** Whether a module of the remote was requested again. */
export const isRetried = (remote: string): boolean =>
  [...attempts.keys()].some((key) => key.startsWith(keyOf(remote, '')));

/** Requests the module again for all places that use it: one Retry recovers them all. */
export function retryRemoteModule(remote: string, module: string): void {
  attempts.set(keyOf(remote, module), loadAttempt(remote, module) + 1);
  for (const listener of listeners) listener();
}

function onRetry(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The number of retries of this module, for a component. */
export const useLoadAttempt = (remote: string, module: string): number =>
  useSyncExternalStore(
    onRetry,
    () => loadAttempt(remote, module),
    () => 0,
  );
