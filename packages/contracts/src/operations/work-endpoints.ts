import { z } from 'zod';
import { forStaff, ownedBy } from '../endpoint.ts';
import { answerOf, objectIdSchema, queryBoolean, queryNumber } from '../primitives.ts';
import { requestKinds } from '../service-request/tracking.ts';

/** The kinds of records in the work queue, by owning service. */
export const workKindsOf = {
  order: ['order', 'payout'],
  'service-request': requestKinds,
  device: ['device'],
} as const;

export type WorkOwner = keyof typeof workKindsOf;

export const workKinds = [
  ...workKindsOf.order,
  ...workKindsOf['service-request'],
  ...workKindsOf.device,
] as const;

export type WorkKind = (typeof workKinds)[number];

/** An open record. Of its customer only the first name is shown. */
export const workItemSchema = z.object({
  kind: z.enum(workKinds),
  id: objectIdSchema,
  /** Order number or subject of the request. */
  title: z.string(),
  /** First name of the customer; empty for a device. */
  customer: z.string(),
  status: z.string(),
  createdAt: z.iso.datetime(),
  /** The promised time of the next step. */
  promisedAt: z.iso.datetime(),
  isLate: z.boolean(),
  /** Null: not assigned. */
  assignee: z
    .object({
      personId: z.string(),
      /** Empty when the name was unknown at that time. */
      name: z.string(),
      isYou: z.boolean(),
      takenAt: z.iso.datetime(),
    })
    .nullable(),
  /** Version of the assignment alone, which does not change the record; 0 when never assigned. */
  version: z.int().min(0),
});

export type WorkItem = z.output<typeof workItemSchema>;

/** Age limits in days of the shop; the last group is open-ended. */
export const workAgeDays = [0, 1, 2, 4, 8] as const;

export const workAgeSchema = z.object({
  kind: z.enum(workKinds),
  late: z.int().min(0),
  /** One count per entry of `workAgeDays`: records at least that old and younger than the next. */
  counts: z.array(z.int().min(0)).length(workAgeDays.length),
});

export type WorkAge = z.output<typeof workAgeSchema>;

/** The promised time and the id of the last record of a page. */
const cursorSchema = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z_[0-9a-f]{24}$/, 'The cursor is not valid.')
  .refine((cursor) => !Number.isNaN(Date.parse(cursor.slice(0, 24))), 'The cursor is not valid.');

const endpointsOf = <Owner extends WorkOwner, const Kinds extends readonly [WorkKind, ...WorkKind[]]>(
  service: Owner,
  name: string,
  kinds: Kinds,
) => ({
  list: ownedBy(service)(`list${name}Work`, `GET /api/admin/services/${service}/work`, {
    ...forStaff('work.see'),
    summary: `The work queue of ${service} by promised time, late records first.`,
    query: z.strictObject({
      mine: queryBoolean.default(false),
      kind: z.enum(kinds).optional(),
      cursor: cursorSchema.optional(),
      limit: queryNumber(z.int().min(1).max(100)).default(20),
    }),
    answer: answerOf(z.array(workItemSchema)).extend({ next: z.string().nullable() }),
  }),
  age: ownedBy(service)(`get${name}WorkAge`, `GET /api/admin/services/${service}/work/age`, {
    ...forStaff('work.see'),
    summary: `The open work of ${service} by age in days of the shop, and how much of it is late.`,
    answer: answerOf(z.array(workAgeSchema)),
  }),
  assign: ownedBy(service)(
    `assign${name}Work`,
    `PUT /api/admin/services/${service}/work/{kind}/{id}/assignee`,
    {
      ...forStaff('work.assign'),
      summary:
        'Assigns a record of the queue to the caller (`me`) or to nobody. A stale `version` of the assignment is refused with 409.',
      params: z.object({ kind: z.enum(kinds), id: objectIdSchema }),
      /** The caller can only assign records to themselves. */
      body: z.strictObject({ assignee: z.enum(['me', 'nobody']), version: z.int().min(0) }),
      answer: answerOf(workItemSchema),
      problems: ['not-found', 'version-conflict'],
    },
  ),
});

export const work = {
  order: endpointsOf('order', 'Order', workKindsOf.order),
  'service-request': endpointsOf('service-request', 'ServiceRequest', workKindsOf['service-request']),
  device: endpointsOf('device', 'Device', workKindsOf.device),
} as const;
