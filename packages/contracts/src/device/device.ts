import { z } from 'zod';
import { deviceGrades } from '../browser/device-grades.ts';
import { deviceLife } from '../life/device-life.ts';
import { statusesOf } from '../life/life.ts';
import { moneySchema, objectIdSchema, photoIdSchema } from '../primitives.ts';
import { sellBrands, sellColors, sellStorages } from '../service-request/sell-request.ts';
import { identifierKinds } from './identifier.ts';

export const devicePlaces = statusesOf(deviceLife);

/** Signs of use, least first. `broken` has no grade. */
export const wearLevels = ['none', 'light', 'visible', 'broken'] as const;

/** The inspected parts; a device with a broken one has no grade. */
export const checklistSchema = z.object({
  screen: z.enum(wearLevels),
  body: z.enum(wearLevels),
  batteryHealthPercent: z.int('Please enter the battery health.').min(1).max(100),
  doButtonsWork: z.boolean(),
  doCamerasWork: z.boolean(),
  doesNetworkWork: z.boolean(),
});

export type DeviceChecklist = z.output<typeof checklistSchema>;

export const maxDevicePhotos = 8;

/** Results of the register of stolen phones. `unknown`: it did not answer, and staff must ask again. */
export const blocklistAnswers = ['clean', 'listed', 'unknown'] as const;

/** What staff see about the IMEI of a sell request. */
export const offerFindingsSchema = z.object({
  sellRequestId: objectIdSchema,
  /** The last digits of the number with the worst result. */
  lastFour: z.string(),
  /** The worst result for the numbers of the form and of the phone: listed, then unknown, then clean. */
  blocklist: z.enum(blocklistAnswers),
  /** Other open sell requests with the same IMEI, newest first. */
  offeredAlsoIn: z.array(objectIdSchema),
  /** The shop's device with this IMEI, current or former; null without one. */
  known: z.object({ deviceId: objectIdSchema, place: z.enum(devicePlaces) }).nullable(),
});

export type OfferFindings = z.output<typeof offerFindingsSchema>;

const actorSchema = z.object({
  at: z.iso.datetime(),
  /** Name of the staff member; null for a program. */
  who: z.string().nullable(),
  note: z.string(),
});

const inspectionSchema = z.object({
  at: z.iso.datetime(),
  checklist: checklistSchema,
  /** Null when the device cannot be sold in its condition. */
  grade: z.enum(deviceGrades).nullable(),
  note: z.string(),
});

const replacedPartSchema = z.object({
  name: z.string(),
  minutes: z.int().min(0),
  cost: moneySchema,
  at: z.iso.datetime(),
});

/** A physical pre-loved phone, as staff see it. */
export const deviceSchema = z.object({
  id: objectIdSchema,
  brand: z.enum(sellBrands),
  model: z.string(),
  storage: z.enum(sellStorages),
  color: z.enum(sellColors),
  identifiers: z.array(z.object({ kind: z.enum(identifierKinds), lastFour: z.string() })),
  blocklist: z.enum(blocklistAnswers),
  place: z.enum(devicePlaces),
  usualSteps: z.array(z.enum(devicePlaces)),
  /** The sell request with which it last came to the shop. */
  sellRequest: z.object({ id: objectIdSchema, reference: z.string() }),
  /** The state of the purchase from the seller. `declined`: the phone goes back. */
  purchase: z.enum(['to-inspect', 'requoted', 'agreed', 'declined']),
  /** True when staff stopped the payment to its seller: it must not be sold, and may go back. */
  isPaymentStopped: z.boolean().optional(),
  inspection: inspectionSchema.nullable(),
  photos: z.array(z.object({ id: photoIdSchema, path: z.string() })),
  parts: z.array(replacedPartSchema),
  /** Purchase price and parts. */
  cost: moneySchema,
  /** The product that it belongs to, and its price; null while it is not for sale. */
  sale: z.object({ productId: objectIdSchema, price: moneySchema }).nullable(),
  warrantyUntil: z.iso.datetime().nullable(),
  /** `/passport/<token>`. */
  passportLink: z.string(),
  history: z.array(actorSchema.extend({ from: z.enum(devicePlaces).nullable(), to: z.enum(devicePlaces) })),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  version: z.int().min(1),
});

export type DeviceAnswer = z.output<typeof deviceSchema>;

/** A device as anybody with its code sees it: without people, prices and full identifiers. */
export const passportSchema = deviceSchema
  .pick({ brand: true, model: true, storage: true, color: true, identifiers: true, warrantyUntil: true })
  .extend({
    inspection: inspectionSchema.omit({ note: true }),
    parts: z.array(replacedPartSchema.pick({ name: true, at: true })),
    /** Addresses of its photos. */
    photos: z.array(z.string()),
  });

export type Passport = z.output<typeof passportSchema>;
