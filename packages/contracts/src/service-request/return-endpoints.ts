import { z } from 'zod';
import { ownedBy } from '../endpoint.ts';
import { orderToReturnSchema } from '../order/order-to-return.ts';
import { answerOf, moneySchema, objectIdSchema } from '../primitives.ts';
import {
  maxReturnPhotos,
  refundTargets,
  returnedLineSchema,
  returnReasons,
  returnSchema,
  returnStatuses,
} from './return.ts';
import { changedFields, changeEndpoint, pageEndpoint, readEndpoint } from './staff-endpoints.ts';

const defineEndpoint = ownedBy('service-request');

const photoIds = z
  .array(z.string().regex(/^[0-9a-f]{32}$/, 'There is no such photo.'))
  .max(maxReturnPhotos, `At most ${maxReturnPhotos} photos`)
  .default([]);

export const getOrderForReturn = defineEndpoint({
  id: 'getOrderForReturn',
  method: 'GET',
  path: '/api/returns/orders/{orderId}',
  role: 'customer',
  isVolatile: true,
  summary: 'An order of the caller with what of it can still be returned. `problem` says why nothing can.',
  params: z.object({ orderId: objectIdSchema }),
  answer: answerOf(
    orderToReturnSchema.extend({
      /** Pieces in earlier returns by the key of their line. */
      returned: z.record(z.string(), z.int().min(0)),
    }),
  ),
  problems: ['not-found', 'service-unavailable'],
});

export const uploadReturnPhoto = defineEndpoint({
  id: 'uploadReturnPhoto',
  method: 'POST',
  path: '/api/returns/photos',
  role: 'customer',
  summary: 'Stores a photo for a return or its inspection. One that none uses is deleted after a day.',
  file: {
    field: 'photo',
    maxBytes: 5 * 1024 * 1024,
    required: true,
    tooLargeText: 'File size must be less than 5MB',
  },
  status: 201,
  answer: answerOf(z.object({ photoId: z.string() })),
  problems: ['too-many-requests', 'unsupported-type', 'storage-full'],
});

export const submitReturn = defineEndpoint({
  id: 'submitReturn',
  method: 'POST',
  path: '/api/returns',
  role: 'customer',
  summary:
    'Asks to return pieces of a delivered order, once at a time. The header `Idempotency-Key` makes it safe to repeat.',
  body: z.object({
    orderId: objectIdSchema,
    lines: z
      .array(returnedLineSchema)
      .min(1, 'Please choose what you return.')
      .max(200)
      .refine((lines) => new Set(lines.map(({ key }) => key)).size === lines.length, 'Name each line once.'),
    reason: z.enum(returnReasons, 'Please choose a reason'),
    message: z.string().trim().max(2000, 'Message must be at most 2000 characters').default(''),
    refundTo: z.enum(refundTargets, 'Please choose how your money comes back'),
    photoIds,
  }),
  status: 201,
  answer: z.object({ success: z.literal(true), message: z.string(), trackingLink: z.string() }),
  problems: ['not-found', 'conflict', 'too-many-requests', 'key-reused', 'service-unavailable'],
});

export const listReturns = pageEndpoint(
  { id: 'listReturns', path: '/api/returns', summary: 'Returns, newest first.' },
  { statuses: returnStatuses, limit: 20, data: { returns: z.array(returnSchema) } },
);

export const getReturn = readEndpoint(
  { id: 'getReturn', path: '/api/returns/{id}', summary: 'The current state of one return, for staff.' },
  'id',
  returnSchema,
);

export const updateReturnStatus = changeEndpoint(
  {
    id: 'updateReturnStatus',
    path: '/api/returns/{id}/status',
    summary: 'Accepts or rejects a return, or says that its goods came. A rejection needs a note.',
  },
  'id',
  returnSchema,
  z.object({ status: z.enum(returnStatuses), ...changedFields }),
);

export const inspectReturn = changeEndpoint(
  {
    id: 'inspectReturn',
    path: '/api/returns/{id}/inspection',
    summary:
      'Records the inspection of received goods: as described settles the return; a lower refund, with a note, is offered to the customer.',
  },
  'id',
  returnSchema,
  z.object({
    ...changedFields,
    version: z.int().min(1),
    lines: z
      .array(returnedLineSchema.pick({ key: true }).extend({ isRestocked: z.boolean() }))
      .min(1)
      .max(200),
    /** Lower than the refund for goods as described; absent: as described. */
    offeredRefund: moneySchema.optional(),
    photoIds,
  }),
);

export const getReturnPhoto = defineEndpoint({
  id: 'getReturnPhoto',
  method: 'GET',
  path: '/api/returns/{id}/photos/{photoId}',
  role: 'public',
  isPersonal: true,
  summary: 'A photo of a return, for staff, like `getSellPhoto`.',
  params: z.object({ id: objectIdSchema, photoId: z.string().regex(/^[0-9a-f]{32}$/) }),
  contentType: 'image/webp',
  answer: z.unknown(),
});

export const returnEndpoints = {
  getOrderForReturn,
  uploadReturnPhoto,
  submitReturn,
  listReturns,
  getReturn,
  updateReturnStatus,
  inspectReturn,
  getReturnPhoto,
} as const;
