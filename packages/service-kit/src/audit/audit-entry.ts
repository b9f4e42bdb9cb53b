import type { AuditEntryAnswer, Endpoint } from '@kinmel/contracts';
import type { Identity } from '../identity/token-verifier.ts';
import { changesBetween, type ShownFields } from './audit-changes.rules.ts';

/** Who of the staff calls, and what they call: everything that an entry knows before anything was changed. */
export type StaffCall = Pick<AuditEntryAnswer, 'person' | 'action' | 'requestId'>;

/** An entry before it is kept. */
export type NewAuditEntry = Omit<AuditEntryAnswer, 'id' | 'at'>;

/** The staff of a call; undefined where customers or services call. */
export function staffCallOf(
  { id, role }: Pick<Endpoint, 'id' | 'role'>,
  identity: Identity | undefined,
  requestId: string,
): StaffCall | undefined {
  if (role !== 'admin' || identity === undefined) return undefined;
  return { person: { id: identity.userId, name: identity.name ?? '' }, action: id, requestId };
}

interface Audited {
  /** Null: it was not there. */
  readonly before?: object | null;
  /** Null: it is not there any more. */
  readonly after?: object | null;
  /** The fields that hold nothing about a customer, and may be kept with their values. */
  readonly shown?: ShownFields;
  readonly note?: string;
}

/** What a change by staff leaves behind; undefined when no staff made it, so that one path serves both. */
export function auditEntry(
  by: StaffCall | undefined,
  record: NewAuditEntry['record'],
  { before = null, after = null, shown = [], note = '' }: Audited = {},
): NewAuditEntry | undefined {
  if (by === undefined) return undefined;
  return { ...by, record, changes: changesBetween({ ...before }, { ...after }, shown), note };
}
