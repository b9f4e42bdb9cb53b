import { isAlive } from '../processes/child-process.ts';
import { waitFor } from '../processes/wait.ts';

/** True while any process of the group runs. */
export const isGroupAlive = (group: number): boolean => isAlive(-group);

/** Waits until no process of these groups runs. */
export async function expectGroupsGone(groups: number[], withinMs = 15_000): Promise<void> {
  await waitFor(() => (groups.some(isGroupAlive) ? undefined : true), {
    withinMs,
    failure: () => `still running: process groups ${groups.filter(isGroupAlive).join(', ')}`,
  });
}
