import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { answerOf, bulkItemsSchema, bulkOutcomeSchema } from '../primitives.ts';
import { phoneOrderStatuses } from './phone-order.ts';
import { repairBookingStatuses } from './repair-booking.ts';
import { sellRequestStatuses } from './sell-request.ts';
import { requestKinds } from './tracking.ts';

const anyStatus = [
  ...new Set<string>([...sellRequestStatuses, ...repairBookingStatuses, ...phoneOrderStatuses]),
];

export const countNewRequests = defineEndpoint({
  id: 'countNewRequests',
  owner: 'service-request',
  version: 1,
  method: 'GET',
  path: '/api/admin/requests/new',
  role: 'admin',
  summary:
    'How many requests of a kind came after a moment, at most 100; without the moment, where to count from. With `If-None-Match` it is 304 while nothing is new.',
  query: z.strictObject({
    kind: z.enum(requestKinds),
    /** When the newest request that is shown was received. */
    since: z.iso.datetime().optional(),
    status: z.enum([...anyStatus, 'all', '']).default('all'),
    search: z.string().trim().max(100).default(''),
  }),
  status: 200,
  answer: answerOf(z.object({ count: z.int().min(0).max(100), since: z.iso.datetime() })),
});

const bulkBody = <Kind extends string, Status extends string>(kind: Kind, statuses: readonly Status[]) =>
  z.object({
    kind: z.literal(kind),
    status: z.enum(statuses),
    adminNotes: z.string().trim().max(1000).optional(),
    requests: bulkItemsSchema,
  });

export const bulkUpdateRequests = defineEndpoint({
  id: 'bulkUpdateRequests',
  owner: 'service-request',
  version: 1,
  method: 'POST',
  path: '/api/admin/requests/status',
  role: 'admin',
  summary:
    'Sets one status on up to 100 requests of a kind; each is a write of its own with its own outcome.',
  body: z.discriminatedUnion('kind', [
    bulkBody('sell-request', sellRequestStatuses),
    bulkBody('repair-booking', repairBookingStatuses),
    bulkBody('phone-order', phoneOrderStatuses),
  ]),
  status: 200,
  answer: answerOf(z.array(bulkOutcomeSchema)),
});

export const requestEndpoints = { countNewRequests, bulkUpdateRequests } as const;
