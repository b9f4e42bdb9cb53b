import { rolesHaveRight, type StaffRight } from '@kinmel/contracts';
import type { Identity } from './token-verifier.ts';

/** Whether the caller is staff with the right, by the current roles. */
export const hasRight = (identity: Identity | undefined, right: StaffRight | undefined): boolean =>
  right !== undefined && identity?.role === 'admin' && rolesHaveRight(identity.staffRoles ?? [], right);
