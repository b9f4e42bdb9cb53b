import { z } from 'zod';
import { type Endpoint, forStaff, ownedBy } from '../endpoint.ts';
import { answerWith, plainText, queryNumber } from '../primitives.ts';
import { perService } from './per-service.ts';

export const auditedKinds = [
  'product',
  'picture',
  'offer',
  'order',
  'sell-request',
  'repair-booking',
  'phone-order',
  'return',
  'mail',
  'parked-message',
  'audit-entry',
  'release',
  'rate',
  'credit',
  'device',
  'payout',
  'staff',
] as const;

export type AuditedKind = (typeof auditedKinds)[number];

const auditedValueSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** A changed field. The values of personal fields are not stored. */
export const auditedChangeSchema = z.object({
  /** `price`, `specs.storage`. */
  field: z.string(),
  before: auditedValueSchema,
  after: auditedValueSchema,
  isPersonal: z.boolean(),
});

export type AuditedChange = z.output<typeof auditedChangeSchema>;

/** A change by staff. */
export const auditEntrySchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** The name at that time; empty after the account was deleted. */
  person: z.object({ id: z.string(), name: z.string() }),
  /** The id of the called endpoint: `updateProduct`. */
  action: z.string(),
  /** Without id: a whole list, as for an export. */
  record: z.object({ kind: z.enum(auditedKinds), id: z.string().nullable() }),
  changes: z.array(auditedChangeSchema),
  note: z.string(),
  requestId: z.string(),
});

export type AuditEntryAnswer = z.output<typeof auditEntrySchema>;

const filter = {
  person: plainText(z.string().min(1).max(64)).optional(),
  record: plainText(z.string().min(1).max(100)).optional(),
  kind: z.enum(auditedKinds).optional(),
  /** Inclusive. */
  from: z.iso.datetime({ offset: true }).optional(),
  /** Exclusive. */
  to: z.iso.datetime({ offset: true }).optional(),
};

/** Time and id of the last entry of a page. All services use the same format. */
export const auditCursorPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z_[0-9a-f]{24}$/;

const endpointsOf = (service: Endpoint['owner'], name: string) => ({
  list: ownedBy(service)(`list${name}AuditEntries`, `GET /api/admin/services/${service}/audit`, {
    ...forStaff('audit.see'),
    summary: `The changes by staff in ${service}, newest first.`,
    query: z.strictObject({
      ...filter,
      cursor: z.string().regex(auditCursorPattern, 'The cursor is not valid.').optional(),
      limit: queryNumber(z.int().min(1).max(100)).default(25),
    }),
    answer: answerWith({
      data: z.array(auditEntrySchema),
      /** The cursor of the next page; null on the last page. */
      next: z.string().nullable(),
    }),
  }),
  export: ownedBy(service)(`export${name}AuditEntries`, `GET /api/admin/services/${service}/audit/export`, {
    ...forStaff('audit.export'),
    summary: `The audit entries of ${service} as CSV (RFC 4180, UTF-8), newest first.`,
    query: z.strictObject(filter),
    contentType: 'text/csv',
    answer: z.unknown(),
  }),
});

export const audit = { ...perService(endpointsOf), auth: endpointsOf('auth', 'Auth') };

/** The changes of releases: the signed revisions of the registry are their audit trail, which has no export. */
export const releaseAudit = endpointsOf('gateway', 'Release').list;

/** Whether a call is audited: staff change something or export a list. */
export const isAudited = ({ role, method, contentType }: Endpoint): boolean =>
  role === 'admin' && (method !== 'GET' || contentType === 'text/csv');
