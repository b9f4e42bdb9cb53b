import { z } from 'zod';
import { uploadLimits } from '../browser/limits.ts';
import { forStaff, ownedBy } from '../endpoint.ts';
import { photoEndpoint, photoFile } from '../photo-endpoints.ts';
import { answerOf, answerWith, objectIdSchema, queryBoolean, queryNumber, queryText } from '../primitives.ts';
import {
  sellBrands,
  sellConditions,
  sellEstimateSchema,
  sellRequestSchema,
  sellRequestStatuses,
  sellRequestToReceiveSchema,
  sellStorages,
  submitSellRequestBodySchema,
} from './sell-request.ts';
import { changedFields, pageEndpoint, staffEndpoints } from './staff-endpoints.ts';

const defineEndpoint = ownedBy('service-request');

export const submitSellRequest = defineEndpoint('submitSellRequest', 'POST /api/sell-phone/request', {
  role: 'public',
  summary:
    'Submits a request to sell a phone. The header `Idempotency-Key` makes it safe to repeat. A valid access token links it to the account.',
  file: photoFile('phoneImage', uploadLimits.customerPhoto, false),
  body: submitSellRequestBodySchema,
  status: 201,
  answer: answerWith({ message: z.string(), trackingLink: z.string() }),
  problems: ['too-many-requests', 'unsupported-type', 'key-reused', 'service-unavailable', 'storage-full'],
});

export const listSellModels = defineEndpoint('listSellModels', 'GET /api/sell-phone/models', {
  role: 'public',
  summary: 'The models in the price table by brand, as suggestions for the form.',
  answer: answerOf(z.array(z.object({ brand: z.enum(sellBrands), models: z.array(z.string()) }))),
});

export const estimateSellPrice = defineEndpoint('estimateSellPrice', 'GET /api/sell-phone/estimate', {
  role: 'public',
  summary: 'The estimated price range of a used phone by the price table; null for an unknown phone.',
  query: z.strictObject({
    brand: z.enum(sellBrands),
    model: queryText(80),
    storage: z.enum(sellStorages),
    condition: z.enum(sellConditions),
    hasCharger: queryBoolean.default(false),
  }),
  answer: answerOf(sellEstimateSchema.nullable()),
});

export const listSellRequests = pageEndpoint(
  'listSellRequests',
  '/api/sell-phone/requests',
  'Requests to sell a phone, newest first.',
  { statuses: sellRequestStatuses, limit: 10, data: { requests: z.array(sellRequestSchema) } },
);

const { read, change } = staffEndpoints('/api/sell-phone/request/{id}', 'id', sellRequestSchema);

export const getSellRequest = read('getSellRequest', 'sell request');

export const updateSellRequestStatus = change(
  'updateSellRequestStatus',
  '/status',
  'Sets any known status. An unusual step needs a note.',
  z.object({ status: z.enum(sellRequestStatuses), ...changedFields }),
);

export const quoteSellRequest = change(
  'quoteSellRequest',
  '/quote',
  'Quotes a price. A different price is a new quote and needs a note.',
  z.object({
    ...changedFields,
    /** In US dollars, at most two decimals. */
    estimatedPrice: z
      .number()
      .min(0)
      .max(1_000_000)
      .refine((price) => Math.abs(price * 100 - Math.round(price * 100)) < 1e-6, 'At most two decimals.'),
    status: z.enum(sellRequestStatuses).default('quoted'),
  }),
  [],
  'requests.quote',
);

export const deleteSellRequest = defineEndpoint('deleteSellRequest', 'DELETE /api/sell-phone/request/{id}', {
  ...forStaff('requests.delete'),
  summary:
    'Deletes a request with its photo and personal data. A stale `version` is refused with 409, and so is a request with an accepted price. The customer of an open request is informed by mail.',
  query: z.strictObject({ version: queryNumber(z.int().min(1)).optional() }),
  answer: answerOf(z.object({ id: objectIdSchema })),
  problems: ['conflict', 'version-conflict'],
});

export const getSellPhoto = defineEndpoint('getSellPhoto', 'GET /api/sell-phone/request/{id}/photo', {
  ...photoEndpoint,
  right: 'requests.see',
  summary:
    'The photo of a request, for staff: by an admin’s token, or by the admin files cookie, because an image element sends no token. All others get 404.',
});

export const claimReceipt = defineEndpoint('claimReceipt', 'PUT /internal/sell-requests/{id}/receipt', {
  role: 'service',
  summary:
    'Device claims an accepted sell request before it receives its phone: until that is stored or given up, staff cannot change it. A repeated call for the same device has the same answer.',
  body: z.object({
    deviceId: objectIdSchema,
    /** The version of the device before the step; 0 for a new one. */
    deviceVersion: z.int().min(0),
    /** The order that sold the phone, if any. */
    orderId: objectIdSchema.optional(),
    /**
     * The phone as the shop knows it; refused when the form names another one. Absent for a new phone, and after a
     * person has compared them.
     */
    knownAs: sellRequestSchema.pick({ brand: true, model: true, storage: true }).optional(),
  }),
  answer: answerOf(sellRequestToReceiveSchema),
  problems: ['not-found', 'conflict'],
});

export const endPhoneClaim = defineEndpoint('endPhoneClaim', 'PUT /internal/sell-requests/{id}/phone-claim', {
  role: 'service',
  summary:
    'Device asks what became of a step that claimed a phone a minute ago. A step that is still running can no longer be saved.',
  body: z.object({
    /** The version of the sell request before the step. */
    version: z.int().min(1),
  }),
  answer: answerOf(
    sellRequestSchema.pick({ status: true, version: true }).extend({ isSettled: z.boolean() }),
  ),
  problems: ['not-found'],
});
