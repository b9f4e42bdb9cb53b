import { z } from 'zod';
import { maxReturnPhotos, uploadLimits } from '../browser/limits.ts';
import { forAccount, ownedBy } from '../endpoint.ts';
import { orderToReturnSchema } from '../order/order-to-return.ts';
import { photoEndpoint, photoFile } from '../photo-endpoints.ts';
import { answerOf, answerWith, moneySchema, objectIdSchema, photoIdSchema } from '../primitives.ts';
import { refundTargets, returnedLineSchema, returnReasons, returnSchema, returnStatuses } from './return.ts';
import { changedFields, pageEndpoint, staffEndpoints } from './staff-endpoints.ts';

const defineEndpoint = ownedBy('service-request');

const photoIds = z.array(photoIdSchema).max(maxReturnPhotos, `At most ${maxReturnPhotos} photos`).default([]);

export const getOrderForReturn = defineEndpoint('getOrderForReturn', 'GET /api/returns/orders/{orderId}', {
  ...forAccount,
  isVolatile: true,
  summary: 'An order of the caller with what of it can still be returned. `problem` says why nothing can.',
  answer: answerOf(orderToReturnSchema),
  problems: ['not-found', 'service-unavailable'],
});

export const uploadReturnPhoto = defineEndpoint('uploadReturnPhoto', 'POST /api/returns/photos', {
  ...forAccount,
  right: 'returns.inspect',
  summary: 'Stores a photo for a return or its inspection. One that none uses is deleted after a day.',
  file: photoFile('photo', uploadLimits.customerPhoto),
  status: 201,
  answer: answerOf(z.object({ photoId: z.string() })),
  problems: ['too-many-requests', 'unsupported-type', 'storage-full'],
});

export const submitReturn = defineEndpoint('submitReturn', 'POST /api/returns', {
  ...forAccount,
  right: 'returns.inspect',
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
  answer: answerWith({ message: z.string(), trackingLink: z.string() }),
  problems: ['not-found', 'conflict', 'too-many-requests', 'key-reused', 'service-unavailable'],
});

export const listReturns = pageEndpoint('listReturns', '/api/returns', 'Returns, newest first.', {
  statuses: returnStatuses,
  limit: 20,
  data: { returns: z.array(returnSchema) },
  right: 'returns.see',
});

const { read, change } = staffEndpoints('/api/returns/{id}', 'id', returnSchema, 'returns');

export const getReturn = read('getReturn', 'return');

export const updateReturnStatus = change(
  'updateReturnStatus',
  '/status',
  'Takes a step of a return: accepts or rejects it, says that its goods came or were sent back, or takes a closed one up again. A rejection, a step back and the sending, with the number of the parcel, need a note.',
  z.object({ status: z.enum(returnStatuses), ...changedFields }),
  ['service-unavailable'],
);

export const inspectReturn = change(
  'inspectReturn',
  '/inspection',
  'Records the inspection of received goods: as described settles the return; a lower refund, with a note, is offered to the customer.',
  z.object({
    ...changedFields,
    version: z.int().min(1),
    lines: z
      .array(returnedLineSchema.pick({ key: true }).extend({ isRestocked: z.boolean() }))
      .min(1)
      .max(200),
    /** Lower than the refund for goods as described; absent when they are. */
    offeredRefund: moneySchema.optional(),
    photoIds,
  }),
  [],
  'returns.inspect',
);

/** Whether a return needs its claim. A return that does not exist can never be inserted afterwards. */
export const settleReturnClaim = defineEndpoint(
  'settleReturnClaim',
  'POST /internal/returns/{returnId}/settle',
  {
    role: 'service',
    summary:
      'Called by order for a claim that is older than a minute. `open`: an event ends the claim; `closed` and `abandoned` end it now: a step that is still running can no longer be saved.',
    answer: answerWith({ state: z.enum(['open', 'closed', 'abandoned']) }),
  },
);

export const getReturnPhoto = defineEndpoint('getReturnPhoto', 'GET /api/returns/{id}/photos/{photoId}', {
  ...photoEndpoint,
  right: 'returns.see',
  summary: 'A photo of a return, for staff, like `getSellPhoto`.',
  params: z.object({ id: objectIdSchema, photoId: photoIdSchema }),
});
