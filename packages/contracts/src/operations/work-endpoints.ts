import { z } from 'zod';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { answerOf, objectIdSchema, queryBoolean, queryNumber } from '../primitives.ts';
import { requestKinds } from '../service-request/tracking.ts';

/** What waits for staff: open orders of carts and open requests, by the service that owns them. */
export const workKindsOf = { order: ['order'], 'service-request': requestKinds } as const;

/** A service that has something in the work queue. */
export type WorkOwner = keyof typeof workKindsOf;

export const workKinds = [...workKindsOf.order, ...workKindsOf['service-request']] as const;

export type WorkKind = (typeof workKinds)[number];

/** One record that waits for staff. Of its customer nothing is told but the first name. */
export const workItemSchema = z.object({
  kind: z.enum(workKinds),
  id: objectIdSchema,
  /** What it is about: the number of an order, the subject of a request. */
  title: z.string(),
  /** The first name of its customer. */
  customer: z.string(),
  status: z.string(),
  createdAt: z.iso.datetime(),
  /** When the shop has promised its next step. */
  promisedAt: z.iso.datetime(),
  isLate: z.boolean(),
  /** Who of the staff has taken it; null for nobody. */
  assignee: z
    .object({
      personId: z.string(),
      /** Empty where the name was not known when it was taken. */
      name: z.string(),
      isYou: z.boolean(),
      takenAt: z.iso.datetime(),
    })
    .nullable(),
  /** Of its assignment alone: taking a record is no change of the record. 0: nobody has ever taken it. */
  version: z.int().min(0),
});

export type WorkItem = z.output<typeof workItemSchema>;

/** The boundaries of ages, in the shop's days: of today, of yesterday, and so on; the last has no end. */
export const workAgeDays = [0, 1, 2, 4, 8] as const;

/** How old the open records of one kind are. */
export const workAgeSchema = z.object({
  kind: z.enum(workKinds),
  late: z.int().min(0),
  /** One count for each of `workAgeDays`: records at least so many days old, and younger than the next. */
  counts: z.array(z.int().min(0)).length(workAgeDays.length),
});

export type WorkAge = z.output<typeof workAgeSchema>;

/** Where a page of the queue ended: the promise and the id of its last record. */
const cursorSchema = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z_[0-9a-f]{24}$/, 'The cursor is not valid.')
  .refine((cursor) => !Number.isNaN(Date.parse(cursor.slice(0, 24))), 'The cursor is not valid.');

const endpointsOf = <Owner extends WorkOwner, const Kinds extends readonly [WorkKind, ...WorkKind[]]>(
  service: Owner,
  name: string,
  kinds: Kinds,
) => ({
  list: defineEndpoint({
    id: `list${name}Work`,
    owner: service,
    method: 'GET',
    path: `/api/admin/services/${service}/work`,
    role: 'admin',
    summary: `What waits for staff at ${service}, by the time that was promised: what is late comes first.`,
    query: z.strictObject({
      mine: queryBoolean.default(false),
      kind: z.enum(kinds).optional(),
      cursor: cursorSchema.optional(),
      limit: queryNumber(z.int().min(1).max(100)).default(20),
    }),
    answer: answerOf(z.array(workItemSchema)).extend({ next: z.string().nullable() }),
  }),
  age: defineEndpoint({
    id: `get${name}WorkAge`,
    owner: service,
    method: 'GET',
    path: `/api/admin/services/${service}/work/age`,
    role: 'admin',
    summary: `How old the open work of ${service} is, in the shop's days, and how much of it is late.`,
    answer: answerOf(z.array(workAgeSchema)),
  }),
  assign: defineEndpoint({
    id: `assign${name}Work`,
    owner: service,
    method: 'PUT',
    path: `/api/admin/services/${service}/work/{kind}/{id}/assignee`,
    role: 'admin',
    summary:
      'Takes a record of the queue (`me`), or gives it back (`nobody`). The version is that of the assignment that was seen; when somebody else was faster, 409.',
    params: z.object({ kind: z.enum(kinds), id: objectIdSchema }),
    /** Nobody is given work by others: who takes it is who calls. */
    body: z.strictObject({ assignee: z.enum(['me', 'nobody']), version: z.int().min(0) }),
    answer: answerOf(workItemSchema),
    problems: ['not-found', 'version-conflict'],
  }),
});

/** The work queue, by the service that owns a part of it. */
export const work = {
  order: endpointsOf('order', 'Order', workKindsOf.order),
  'service-request': endpointsOf('service-request', 'ServiceRequest', workKindsOf['service-request']),
} as const;

/** The same endpoints by their ids. */
export const workEndpoints: Readonly<Record<string, Endpoint>> = Object.fromEntries(
  Object.values(work)
    .flatMap(({ list, age, assign }): Endpoint[] => [list, age, assign])
    .map((endpoint) => [endpoint.id, endpoint]),
);
