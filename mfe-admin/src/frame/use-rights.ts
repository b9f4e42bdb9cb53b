import { rolesHaveRight, type StaffRight } from '@kinmel/contracts/browser';
import { selectUser, useAppSelector } from '@kinmel/web-kit';

/**
 * What the signed-in user may do, for links and pages; the servers check each call. A session that was stored before
 * roles were introduced belongs to an owner.
 */
export function useRights(): (right: StaffRight) => boolean {
  const roles = useAppSelector(selectUser)?.staffRoles ?? ['owner'];
  return (right) => rolesHaveRight(roles, right);
}
