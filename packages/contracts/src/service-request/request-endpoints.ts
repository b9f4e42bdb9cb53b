import { z } from 'zod';
import { forStaff, ownedBy } from '../endpoint.ts';
import {
  answerOf,
  bulkItemsSchema,
  bulkOutcomeSchema,
  newRecordsSchema,
  queryColumns,
} from '../primitives.ts';
import { phoneOrderStatuses } from './phone-order.ts';
import { repairBookingStatuses } from './repair-booking.ts';
import { returnStatuses } from './return.ts';
import { sellRequestStatuses } from './sell-request.ts';
import { listFilter } from './staff-endpoints.ts';
import { requestKinds } from './tracking.ts';

const defineEndpoint = ownedBy('service-request');

const anyStatus = [
  ...new Set<string>([sellRequestStatuses, repairBookingStatuses, phoneOrderStatuses, returnStatuses].flat()),
];

export const countNewRequests = defineEndpoint('countNewRequests', 'GET /api/admin/requests/new', {
  ...forStaff('requests.see'),
  summary:
    'The number of requests of a kind that are newer than `since`, at most 100. Without `since`, the time to count from. Answers 304 to `If-None-Match` while nothing is new.',
  query: z.strictObject({
    kind: z.enum(requestKinds),
    /** Creation time of the newest listed request. */
    since: z.iso.datetime().optional(),
    ...listFilter(anyStatus),
  }),
  answer: answerOf(newRecordsSchema),
});

const contactColumns = { customer: 'Customer', email: 'Email', phone: 'Phone' } as const;

/** The CSV columns of each kind with their headings. */
export const requestColumns = {
  'sell-request': {
    id: 'ID',
    ...contactColumns,
    brand: 'Brand',
    model: 'Model',
    storage: 'Storage (GB)',
    condition: 'Condition',
    color: 'Color',
    expectedPrice: 'Expected price (USD)',
    estimatedPrice: 'Estimated price (USD)',
    agreed: 'Agreed (NPR)',
    status: 'Status',
    submitted: 'Submitted',
  },
  'repair-booking': {
    id: 'ID',
    ...contactColumns,
    model: 'Model',
    date: 'Date',
    time: 'Time',
    urgency: 'Urgency',
    status: 'Status',
    submitted: 'Submitted',
  },
  'phone-order': {
    id: 'Order ID',
    ...contactColumns,
    model: 'Phone model',
    color: 'Color',
    storage: 'Storage',
    quantity: 'Quantity',
    totalPrice: 'Total price (NPR)',
    status: 'Status',
    priority: 'Priority',
    submitted: 'Date',
  },
  return: {
    id: 'ID',
    ...contactColumns,
    orderNumber: 'Order',
    goods: 'Goods',
    reason: 'Reason',
    refundTo: 'Refund to',
    refundAmount: 'Refund (NPR)',
    status: 'Status',
    submitted: 'Submitted',
  },
} as const;

const allColumns = [...new Set(Object.values(requestColumns).flatMap((columns) => Object.keys(columns)))];

export const exportRequests = defineEndpoint('exportRequests', 'GET /api/admin/requests/export', {
  ...forStaff('requests.export'),
  summary:
    'All requests of a list as CSV (RFC 4180, UTF-8), newest first, with the given columns. Formulas are escaped.',
  query: z
    .strictObject({
      kind: z.enum(requestKinds),
      ...listFilter(anyStatus),
      /** Comma-separated names of `requestColumns`; all columns of the kind by default. */
      columns: queryColumns(allColumns).optional(),
    })
    .refine(({ kind, columns = [] }) => columns.every((name) => Object.hasOwn(requestColumns[kind], name)), {
      path: ['columns'],
      message: 'The list has no such column.',
    }),
  contentType: 'text/csv',
  answer: z.unknown(),
});

const bulkBody = <Kind extends string, Status extends string>(kind: Kind, statuses: readonly Status[]) =>
  z.object({
    kind: z.literal(kind),
    status: z.enum(statuses),
    adminNotes: z.string().trim().max(1000).optional(),
    requests: bulkItemsSchema,
  });

export const bulkUpdateRequests = defineEndpoint('bulkUpdateRequests', 'POST /api/admin/requests/status', {
  ...forStaff('requests.change'),
  summary:
    'Sets one status on up to 100 requests of a kind. Each is written separately and has its own outcome.',
  body: z.discriminatedUnion('kind', [
    bulkBody('sell-request', sellRequestStatuses),
    bulkBody('repair-booking', repairBookingStatuses),
    bulkBody('phone-order', phoneOrderStatuses),
    bulkBody('return', returnStatuses),
  ]),
  answer: answerOf(z.array(bulkOutcomeSchema)),
});
