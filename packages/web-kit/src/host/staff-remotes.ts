import type { Registry } from '@kinmel/contracts';
import { changeRemotes, remoteHost } from '../remotes/remote-loading.ts';
import { registerContainers } from './register-containers.ts';

/** How long the registry is waited for, in milliseconds. */
const deadlineMs = 10_000;
let asking: Promise<void> | undefined;

const isForStaff = ({ requiredRole }: Registry['remotes'][string]) => requiredRole === 'admin';

/** Whether the registry names a remote for staff: then the server takes who looks for an admin. */
export const hasStaffRemotes = (): boolean =>
  Object.values(remoteHost()?.registry.remotes ?? {}).some(isForStaff);

async function ask(): Promise<void> {
  const response = await fetch('/remotes/registry.json', {
    cache: 'no-cache',
    signal: AbortSignal.timeout(deadlineMs),
  });
  if (!response.ok) throw new Error(`the registry was answered with ${response.status}`);
  const registry = (await response.json()) as Registry;
  const known = remoteHost()?.registry.remotes ?? {};
  const added = Object.values(registry.remotes).filter((remote) => isForStaff(remote) && !known[remote.name]);
  // Forced: after a logout and a deploy the same name is another version.
  if (added.length > 0) registerContainers(added, { force: true });
  changeRemotes((remotes) => ({
    ...remotes,
    ...Object.fromEntries(added.map((remote) => [remote.name, remote])),
  }));
}

/**
 * Asks the registry for the remotes that only staff are told of, as after an admin has signed in on an open page. All others stay as
 * the document began with them. Rejects when there is no answer.
 */
export function findStaffRemotes(): Promise<void> {
  asking ??= ask().finally(() => {
    asking = undefined;
  });
  return asking;
}

/** Forgets the remotes that only staff are told of, as when an admin's session has ended. */
export function forgetStaffRemotes(): void {
  changeRemotes((remotes) =>
    Object.fromEntries(Object.entries(remotes).filter(([, remote]) => !isForStaff(remote))),
  );
}
