import type { AuditEntryAnswer, Endpoint } from '@kinmel/contracts';
import type { Identity } from '../identity/token-verifier.ts';
import { changesBetween, type ShownFields } from './audit-changes.rules.ts';

/** The part of an entry that is known before the change. */
export type StaffCall = Pick<AuditEntryAnswer, 'person' | 'action' | 'requestId'>;

export type NewAuditEntry = Omit<AuditEntryAnswer, 'id' | 'at'>;

/** Undefined for calls by customers and services. */
export function staffCallOf(
  { id, role }: Pick<Endpoint, 'id' | 'role'>,
  identity: Identity | undefined,
  requestId: string,
): StaffCall | undefined {
  if (role !== 'admin' || identity === undefined) return undefined;
  return { person: { id: identity.userId, name: identity.name ?? '' }, action: id, requestId };
}

interface AuditDetails {
  /** Null for a created record. */
  readonly before?: object | null;
  /** Null for a deleted record. */
  readonly after?: object | null;
  /** Fields without personal data, whose values are stored. */
  readonly shownFields?: ShownFields;
  readonly note?: string;
}

/** The entry of a change; undefined when the caller is not staff. */
export function auditEntry(
  staffCall: StaffCall | undefined,
  record: NewAuditEntry['record'],
  { before = null, after = null, shownFields = [], note = '' }: AuditDetails = {},
): NewAuditEntry | undefined {
  if (staffCall === undefined) return undefined;
  return { ...staffCall, record, changes: changesBetween({ ...before }, { ...after }, shownFields), note };
}
