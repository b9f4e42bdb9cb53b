import {
  type Endpoint,
  isAudited,
  rightsWithProof,
  rolesHaveRight,
  type StaffRight,
} from '@kinmel/contracts';
import type { Identity } from './token-verifier.ts';

/** Whether the caller is staff with the right, by the current roles. */
export const hasRight = (identity: Identity | undefined, right: StaffRight | undefined): boolean =>
  right !== undefined && identity?.role === 'admin' && rolesHaveRight(identity.staffRoles ?? [], right);

/** How long an entered password counts for calls that need a recent one. */
export const proofMs = 10 * 60_000;

/**
 * Whether the call needs a recent password and the last one is too old. False when an older release of auth sends no
 * time.
 */
export const needsProof = (endpoint: Endpoint, { provedAt }: Identity, now: number): boolean =>
  provedAt !== undefined &&
  endpoint.right !== undefined &&
  isAudited(endpoint) &&
  rightsWithProof.includes(endpoint.right) &&
  now - provedAt.getTime() > proofMs;
