import { z } from 'zod';
import { forStaff, ownedBy } from '../endpoint.ts';
import { photoEndpoint, photoUpload } from '../photo-endpoints.ts';
import {
  answerOf,
  answerWith,
  moneySchema,
  objectIdSchema,
  pageQuery,
  paginationSchema,
  photoIdSchema,
  positiveMoneySchema,
  queryText,
} from '../primitives.ts';
import {
  checklistSchema,
  devicePlaces,
  deviceSchema,
  maxDevicePhotos,
  offerFindingsSchema,
  passportSchema,
} from './device.ts';
import { identifierSchema } from './identifier.ts';

const defineEndpoint = ownedBy('device');

const note = z.string().trim().max(1000).default('');
/** The version that staff saw; an older one is refused with `version-conflict`. */
const version = z.int().min(1);

export const listDevices = defineEndpoint('listDevices', 'GET /api/admin/devices', {
  ...forStaff('devices.see'),
  summary:
    'Devices, last changed first. The search finds models, and identifiers as a whole, by their last four characters, or by a longer part.',
  query: z.strictObject({
    ...pageQuery(),
    place: z.enum([...devicePlaces, 'all', '']).default('all'),
    search: queryText(100).default(''),
  }),
  answer: answerOf(z.object({ devices: z.array(deviceSchema), pagination: paginationSchema })),
});

export const getDevice = defineEndpoint('getDevice', 'GET /api/admin/devices/{id}', {
  ...forStaff('devices.see'),
  summary: 'One device with its history.',
  answer: answerOf(deviceSchema),
  problems: ['not-found'],
});

export const receiveDevice = defineEndpoint('receiveDevice', 'POST /api/admin/devices', {
  changesPublicReads: true,
  ...forStaff('devices.receive'),
  summary:
    'Receives the phone of an accepted sell request. Without identifiers it has the IMEI of the form. A phone that the shop had before is the same device; a repeated call has the same answer.',
  body: z.object({
    sellRequestId: objectIdSchema,
    identifiers: z.array(identifierSchema).max(2).default([]),
    /**
     * A person has compared the phone: under this number, the shop knows another phone than the form names.
     */
    isKnownPhoneConfirmed: z.boolean().default(false),
  }),
  status: 201,
  answer: answerOf(deviceSchema),
  problems: ['not-found', 'conflict', 'service-unavailable'],
});

export const readIdentifiers = defineEndpoint('readIdentifiers', 'POST /api/admin/devices/{id}/numbers', {
  ...forStaff('devices.receive'),
  summary: 'The numbers of a device in full, with an entry in the audit.',
  answer: answerOf(
    z.array(deviceSchema.shape.identifiers.element.pick({ kind: true }).extend({ value: z.string() })),
  ),
  problems: ['not-found'],
});

export const uploadDevicePhoto = defineEndpoint('uploadDevicePhoto', 'POST /api/admin/devices/photos', {
  ...photoUpload,
  ...forStaff('devices.inspect'),
  summary: 'Stores a photo for an inspection. One that no device uses is deleted after a day.',
});

/** The common fields of the endpoints that change one device. */
const deviceStep = {
  changesPublicReads: true,
  answer: answerOf(deviceSchema),
  problems: ['not-found', 'conflict', 'version-conflict'],
} as const;

/** The same for an endpoint that calls another service. */
const remoteStep = { ...deviceStep, problems: [...deviceStep.problems, 'service-unavailable'] } as const;

export const inspectDevice = defineEndpoint('inspectDevice', 'PUT /api/admin/devices/{id}/inspection', {
  ...remoteStep,
  ...forStaff('devices.inspect'),
  summary:
    'Records an inspection. The first one of a purchase agrees to its price, or quotes a lower one with a note, which its seller accepts or declines; a phone that the register of stolen phones lists needs a confirmation with a note.',
  body: z.object({
    version,
    checklist: checklistSchema,
    photoIds: z.array(photoIdSchema).max(maxDevicePhotos).default([]),
    note,
    /** In US cents, below the accepted quote; absent when the phone is as quoted. */
    lowerQuoteInMinorUnits: z.int().min(0).max(100_000_000).optional(),
    /** Confirms the purchase of a phone that the register of stolen phones lists; the note says why. */
    isListedConfirmed: z.boolean().default(false),
  }),
});

export const correctIdentifiers = defineEndpoint(
  'correctIdentifiers',
  'PUT /api/admin/devices/{id}/identifiers',
  {
    ...deviceStep,
    ...forStaff('devices.receive'),
    summary:
      'Corrects the numbers of a device: it has these, and no others. The register of stolen phones is asked about them.',
    body: z.object({
      version,
      identifiers: z.array(identifierSchema).min(1, 'Please enter the IMEI, MEID or serial number.').max(4),
      note: z.string().trim().min(1, 'Please say what was wrong.').max(1000),
    }),
  },
);

export const moveDevice = defineEndpoint('moveDevice', 'PUT /api/admin/devices/{id}/place', {
  ...remoteStep,
  ...forStaff('devices.receive'),
  summary: 'Says where a device is now. Steps that are not usual are refused.',
  body: z.object({ version, place: z.enum(devicePlaces), note }),
});

export const sellDevice = defineEndpoint('sellDevice', 'PUT /api/admin/devices/{id}/sale', {
  ...remoteStep,
  ...forStaff('devices.sell'),
  summary: 'Puts an inspected device with a grade on sale, as a piece of a pre-loved product.',
  body: z.object({ version, productId: objectIdSchema, price: positiveMoneySchema }),
});

export const getSaleSuggestion = defineEndpoint('getSaleSuggestion', 'GET /api/admin/devices/{id}/sale', {
  ...forStaff('devices.sell'),
  summary: 'A suggested price by the price table of the estimates, with cost and margin.',
  answer: answerOf(
    z.object({
      /** Null: the model is unknown to the price table, or the device has no grade. */
      suggestedPrice: moneySchema.nullable(),
      cost: moneySchema,
      /** The margin at the suggested price; may be below zero. */
      marginPercent: z.number().nullable(),
      /** Days since it was received. */
      ageInDays: z.int().min(0),
    }),
  ),
  problems: ['not-found', 'service-unavailable'],
});

export const settleListing = defineEndpoint('settleListing', 'POST /internal/devices/{id}/listing/settle', {
  role: 'service',
  summary:
    'Called by catalog about a device that it took off sale. `listed-again`: the step of staff was not completed and no longer can be, and a newer `device.listed` follows.',
  body: z.object({
    /** The version of the device when it was listed. */
    listedVersion: version,
  }),
  answer: answerWith({ state: z.enum(['listed-again', 'off-sale']) }),
  problems: ['version-conflict'],
});

export const addDevicePart = defineEndpoint('addDevicePart', 'PUT /api/admin/devices/{id}/parts', {
  ...deviceStep,
  ...forStaff('devices.inspect'),
  summary: 'Adds a part that the workshop replaced, with its minutes and cost.',
  body: z.object({
    version,
    name: z.string().trim().min(1, 'Please name the part.').max(100),
    minutes: z.int().min(0).max(10_000),
    cost: moneySchema,
  }),
});

export const getDevicePhoto = defineEndpoint(
  'getDevicePhoto',
  'GET /api/admin/devices/{id}/photos/{photoId}',
  {
    ...photoEndpoint,
    right: 'devices.see',
    summary: 'A photo of a device, for staff, like `getSellPhoto`.',
    params: z.object({ id: objectIdSchema, photoId: photoIdSchema }),
  },
);

const offerEndpoint = {
  answer: answerOf(offerFindingsSchema),
  problems: ['not-found'],
} as const;

export const getOfferFindings = defineEndpoint(
  'getOfferFindings',
  'GET /api/admin/devices/offers/{sellRequestId}',
  {
    ...offerEndpoint,
    ...forStaff('devices.see'),
    summary: 'What is known of the IMEI of a sell request; not found when its form had none.',
  },
);

export const checkBlocklist = defineEndpoint(
  'checkBlocklist',
  'POST /api/admin/devices/offers/{sellRequestId}/blocklist',
  {
    ...offerEndpoint,
    ...forStaff('devices.receive'),
    summary: 'Asks the register of stolen phones again.',
  },
);

export const claimPhone = defineEndpoint('claimPhone', 'PUT /internal/devices/{id}/claim', {
  role: 'service',
  summary:
    'Service-request claims a phone before a step of its sell request: until the event of that step, it is neither inspected nor sent back. A repeated call has the same answer.',
  body: z.object({
    sellRequestId: objectIdSchema,
    /** The version of the sell request before the step. */
    version: z.int().min(1),
    /** Whether the sell request has received the result of the inspection. */
    isInspected: z.boolean(),
  }),
  answer: answerWith({}),
  problems: ['not-found', 'conflict'],
});

export const settleReceipt = defineEndpoint('settleReceipt', 'PUT /internal/devices/receipts/{receiptId}', {
  role: 'service',
  summary:
    'Service-request asks whether a phone was received that it was claimed for a minute ago. The answer no is final: a call that is still running can no longer receive it.',
  answer: answerWith({ isReceived: z.boolean() }),
});

/** Without a dot, which the gateway takes for a file extension. */
const passportParams = z.object({
  token: z.string().regex(/^[A-Za-z0-9_-]{22,64}$/, 'This code is not valid.'),
});

export const getPassport = defineEndpoint('getPassport', 'GET /api/passport/{token}', {
  role: 'public',
  summary: 'The passport of a device that was for sale: grade, inspection, repairs, warranty.',
  params: passportParams,
  answer: answerOf(passportSchema),
  problems: ['not-found'],
});

export const getPassportPhoto = defineEndpoint(
  'getPassportPhoto',
  'GET /api/passport/{token}/photos/{photoId}',
  {
    ...photoEndpoint,
    summary: 'A photo of a device, for the holder of its code; its seller gets it with a lower quote.',
    params: passportParams.extend({ photoId: photoIdSchema }),
  },
);
