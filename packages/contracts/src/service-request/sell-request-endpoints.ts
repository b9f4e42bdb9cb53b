import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { answerOf, objectIdSchema, queryBoolean, queryNumber, queryText } from '../primitives.ts';
import { emailOf } from './request-fields.ts';
import {
  sellBrands,
  sellColors,
  sellConditions,
  sellEstimateSchema,
  sellRequestSchema,
  sellRequestStatuses,
  sellStorages,
} from './sell-request.ts';
import { requestPaginationSchema } from './tracking.ts';

const missing = 'Please fill in all required fields';

const filledIn = (maxLength: number, message: string = missing) =>
  z
    .string(message)
    .trim()
    .min(1, message)
    // What is too long is not looked at any further: a pattern could take seconds for it.
    .max(maxLength, { error: `At most ${maxLength} characters`, abort: true });

const priceText = 'Please enter a valid expected price';

/** The fields of the form, each of them text. Whatever else a client sends is dropped. */
export const submitSellRequestBodySchema = z.object({
  fullName: filledIn(100, 'Full name is required'),
  brand: z.enum(sellBrands, missing),
  model: filledIn(80),
  condition: z.enum(sellConditions, missing),
  storage: z.enum(sellStorages, missing),
  color: z.enum(sellColors, missing),
  /** In US dollars, at most two decimals. */
  expectedPrice: z
    .string(missing)
    .trim()
    .min(1, missing)
    .max(12, priceText)
    .regex(/^(?=\.?\d)\d{0,7}(\.\d{1,2})?$/, priceText)
    .transform(Number)
    .pipe(z.number().gt(0, priceText)),
  hasCharger: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
  contactEmail: emailOf(filledIn(254)),
  contactPhone: z
    .string(missing)
    .trim()
    .min(1, missing)
    // The optional plus is not counted.
    .max(21, { error: 'Please enter a valid phone number', abort: true })
    .regex(/^\+?[\d\s\-()]{10,20}$/, 'Please enter a valid phone number'),
  description: z.string().trim().max(2000, 'At most 2000 characters').default(''),
});

export const sellPhotoMaxBytes = 5 * 1024 * 1024;

export const submitSellRequest = defineEndpoint({
  id: 'submitSellRequest',
  owner: 'service-request',
  version: 1,
  method: 'POST',
  path: '/api/sell-phone/request',
  role: 'public',
  summary:
    'Takes a request to sell a phone (API-26 to API-28); the header `Idempotency-Key` makes it safe to repeat. A good token links it to the account (SIL-48).',
  file: {
    field: 'phoneImage',
    maxBytes: sellPhotoMaxBytes,
    required: false,
    tooLargeText: 'File size must be less than 5MB',
  },
  body: submitSellRequestBodySchema,
  status: 201,
  answer: z.object({ success: z.literal(true), message: z.string(), trackingLink: z.string() }),
  problems: ['too-many-requests', 'unsupported-type', 'key-reused', 'service-unavailable', 'storage-full'],
});

export const listSellModels = defineEndpoint({
  id: 'listSellModels',
  owner: 'service-request',
  version: 1,
  method: 'GET',
  path: '/api/sell-phone/models',
  role: 'public',
  summary: 'The models that an estimate is known for, by brand, to suggest while somebody types.',
  status: 200,
  answer: answerOf(z.array(z.object({ brand: z.enum(sellBrands), models: z.array(z.string()) }))),
});

export const estimateSellPrice = defineEndpoint({
  id: 'estimateSellPrice',
  owner: 'service-request',
  version: 1,
  method: 'GET',
  path: '/api/sell-phone/estimate',
  role: 'public',
  summary: 'What a phone may bring, from the price table in force; null where it has no answer (CONF-09).',
  query: z.strictObject({
    brand: z.enum(sellBrands),
    model: queryText(80),
    storage: z.enum(sellStorages),
    condition: z.enum(sellConditions),
    hasCharger: queryBoolean.default(false),
  }),
  status: 200,
  answer: answerOf(sellEstimateSchema.nullable()),
});

export const listSellRequests = defineEndpoint({
  id: 'listSellRequests',
  owner: 'service-request',
  version: 1,
  method: 'GET',
  path: '/api/sell-phone/requests',
  role: 'admin',
  summary: 'Requests to sell a phone, newest first (AAPI-03 to AAPI-06); `all` and nothing mean the same.',
  query: z.strictObject({
    page: queryNumber(z.int().min(1).max(1_000_000)).default(1),
    limit: queryNumber(z.int().min(1).max(100)).default(10),
    status: z.enum([...sellRequestStatuses, 'all', '']).default('all'),
    /** Brand, model, e-mail, phone, name; taken literally. */
    search: queryText(100).default(''),
  }),
  status: 200,
  answer: answerOf(
    z.object({
      requests: z.array(sellRequestSchema),
      pagination: requestPaginationSchema,
    }),
  ),
});

const params = z.object({ id: objectIdSchema });
const notes = z.string().trim().max(1000).optional();
/** The version that staff saw; a stale one is refused with 409 `version-conflict`. */
const version = z.int().min(1).optional();

export const getSellRequest = defineEndpoint({
  id: 'getSellRequest',
  owner: 'service-request',
  version: 1,
  method: 'GET',
  path: '/api/sell-phone/request/{id}',
  role: 'admin',
  summary: 'One request to sell a phone as it is now, for staff.',
  params,
  status: 200,
  answer: answerOf(sellRequestSchema),
});

export const updateSellRequestStatus = defineEndpoint({
  id: 'updateSellRequestStatus',
  owner: 'service-request',
  version: 1,
  method: 'PUT',
  path: '/api/sell-phone/request/{id}/status',
  role: 'admin',
  summary: 'Sets any known status (AAPI-07, ASELL-28); a step back or over needs a note (SIL-38).',
  params,
  body: z.object({ status: z.enum(sellRequestStatuses), adminNotes: notes, version }),
  status: 200,
  answer: answerOf(sellRequestSchema),
  problems: ['conflict', 'version-conflict'],
});

export const quoteSellRequest = defineEndpoint({
  id: 'quoteSellRequest',
  owner: 'service-request',
  version: 1,
  method: 'PUT',
  path: '/api/sell-phone/request/{id}/quote',
  role: 'admin',
  summary: 'Names a price (AAPI-09, ASELL-32 to ASELL-34); another one is a new quote, with a reason.',
  params,
  body: z.object({
    /** In US dollars, at most two decimals. */
    estimatedPrice: z
      .number()
      .min(0)
      .max(1_000_000)
      .refine((price) => Math.abs(price * 100 - Math.round(price * 100)) < 1e-6, 'At most two decimals.'),
    adminNotes: notes,
    status: z.enum(sellRequestStatuses).default('quoted'),
    version,
  }),
  status: 200,
  answer: answerOf(sellRequestSchema),
  problems: ['conflict', 'version-conflict'],
});

export const deleteSellRequest = defineEndpoint({
  id: 'deleteSellRequest',
  owner: 'service-request',
  version: 1,
  method: 'DELETE',
  path: '/api/sell-phone/request/{id}',
  role: 'admin',
  summary:
    'Takes a request away with its photo and its personal data (AAPI-11); a `version` that was changed since is refused with 409, and so is a request whose price is accepted. Whose customer still waits is told that it is closed.',
  params,
  query: z.strictObject({ version: queryNumber(z.int().min(1)).optional() }),
  status: 200,
  answer: answerOf(z.object({ id: objectIdSchema })),
  problems: ['conflict', 'version-conflict'],
});

export const getSellPhoto = defineEndpoint({
  id: 'getSellPhoto',
  owner: 'service-request',
  version: 1,
  method: 'GET',
  path: '/api/sell-phone/request/{id}/photo',
  role: 'public',
  isPersonal: true,
  summary:
    'The photo of a request, for staff: by an admin’s token, or by the cookie of the admin files, because an image on a page carries no token. To all others there is none (F-09).',
  params,
  contentType: 'image/webp',
  status: 200,
  answer: z.unknown(),
});

export const sellRequestEndpoints = {
  submitSellRequest,
  listSellModels,
  estimateSellPrice,
  listSellRequests,
  getSellRequest,
  updateSellRequestStatus,
  quoteSellRequest,
  deleteSellRequest,
  getSellPhoto,
} as const;
