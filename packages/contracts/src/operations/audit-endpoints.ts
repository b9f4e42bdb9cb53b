import { z } from 'zod';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { plainText, queryNumber } from '../primitives.ts';
import { perService } from './per-service.ts';

/** What an audit entry can be about. */
export const auditedKinds = [
  'product',
  'picture',
  'offer',
  'order',
  'sell-request',
  'repair-booking',
  'phone-order',
  'mail',
  'parked-message',
  'audit-entry',
] as const;

export type AuditedKind = (typeof auditedKinds)[number];

const auditedValueSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** A field before and after; of a personal one both are null, and only that it changed is kept. */
export const auditedChangeSchema = z.object({
  /** `price`, `specs.storage`. */
  field: z.string(),
  before: auditedValueSchema,
  after: auditedValueSchema,
  isPersonal: z.boolean(),
});

export type AuditedChange = z.output<typeof auditedChangeSchema>;

/** One change by staff: who, when, what, and what it was before. */
export const auditEntrySchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** The name as it was then; empty after the account is gone. */
  person: z.object({ id: z.string(), name: z.string() }),
  /** The id of the endpoint that was called: `updateProduct`. */
  action: z.string(),
  /** No id: a whole list, as an export takes it away. */
  record: z.object({ kind: z.enum(auditedKinds), id: z.string().nullable() }),
  changes: z.array(auditedChangeSchema),
  /** What staff wrote to it. */
  note: z.string(),
  requestId: z.string(),
});

export type AuditEntryAnswer = z.output<typeof auditEntrySchema>;

const filter = {
  person: plainText(z.string().min(1).max(64)).optional(),
  record: plainText(z.string().min(1).max(100)).optional(),
  kind: z.enum(auditedKinds).optional(),
  /** From this moment on. */
  from: z.iso.datetime({ offset: true }).optional(),
  /** Before this moment. */
  to: z.iso.datetime({ offset: true }).optional(),
};

/** Where a page ends: time and id of its last entry. It means the same to every service. */
export const auditCursorPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z_[0-9a-f]{24}$/;

const endpointsOf = (service: Endpoint['owner'], name: string) => ({
  list: defineEndpoint({
    id: `list${name}AuditEntries`,
    owner: service,
    method: 'GET',
    path: `/api/admin/services/${service}/audit`,
    role: 'admin',
    summary: `Who of the staff changed what in ${service}, newest first.`,
    query: z.strictObject({
      ...filter,
      cursor: z.string().regex(auditCursorPattern, 'The cursor is not valid.').optional(),
      limit: queryNumber(z.int().min(1).max(100)).default(25),
    }),
    answer: z.object({
      success: z.literal(true),
      data: z.array(auditEntrySchema),
      /** The `cursor` of the next page; null on the last. */
      next: z.string().nullable(),
    }),
  }),
  export: defineEndpoint({
    id: `export${name}AuditEntries`,
    owner: service,
    method: 'GET',
    path: `/api/admin/services/${service}/audit/export`,
    role: 'admin',
    summary: `The audit entries of ${service} as CSV (RFC 4180, UTF-8), newest first.`,
    query: z.strictObject(filter),
    contentType: 'text/csv',
    answer: z.unknown(),
  }),
});

/** Who did what, by the service that keeps it. */
export const audit = perService(endpointsOf);

/** The same endpoints by their ids. */
export const auditEndpoints: Readonly<Record<string, Endpoint>> = Object.fromEntries(
  Object.values(audit)
    .flatMap(({ list, export: exportEntries }): Endpoint[] => [list, exportEntries])
    .map((endpoint) => [endpoint.id, endpoint]),
);

/** Whether a call leaves an audit entry: staff change something by it, or take a list away. */
export const isAudited = ({ role, method, contentType }: Endpoint): boolean =>
  role === 'admin' && (method !== 'GET' || contentType === 'text/csv');
