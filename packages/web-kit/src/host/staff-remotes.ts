import type { Registry } from '@kinmel/contracts';
import { changeRemotes, isForStaff, remoteHost } from '../remotes/remote-loading.ts';
import { registerContainers } from './register-containers.ts';

/** Time limit for the registry request, in milliseconds. */
const deadlineMs = 10_000;
let pendingRequest: Promise<void> | undefined;

async function fetchStaffRemotes(): Promise<void> {
  const response = await fetch('/remotes/registry.json', {
    cache: 'no-cache',
    signal: AbortSignal.timeout(deadlineMs),
  });
  if (!response.ok) throw new Error(`the registry was answered with ${response.status}`);
  const registry = (await response.json()) as Registry;
  const registeredRemotes = remoteHost()?.registry.remotes ?? {};
  const newRemotes = Object.values(registry.remotes).filter(
    (remote) => isForStaff(remote) && !registeredRemotes[remote.name],
  );
  // Forces a reload, because after a logout and a deployment the same name is another version.
  if (newRemotes.length > 0) registerContainers(newRemotes, { force: true });
  changeRemotes((remotes) => ({
    ...remotes,
    ...Object.fromEntries(newRemotes.map((remote) => [remote.name, remote])),
  }));
}

/**
 * Requests the remotes that only staff can see, after an admin has signed in on an open page. All others stay as they
 * were when the document was loaded. Rejects when the gateway does not answer.
 */
export function findStaffRemotes(): Promise<void> {
  pendingRequest ??= fetchStaffRemotes().finally(() => {
    pendingRequest = undefined;
  });
  return pendingRequest;
}

/** Removes the remotes that only staff can see, after an admin's session has ended. */
export function forgetStaffRemotes(): void {
  changeRemotes((remotes) =>
    Object.fromEntries(Object.entries(remotes).filter(([, remote]) => !isForStaff(remote))),
  );
}
