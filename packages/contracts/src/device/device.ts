import { z } from 'zod';
import { deviceGrades } from '../browser/device-grades.ts';
import { deviceLife } from '../life/device-life.ts';
import { statusesOf } from '../life/life.ts';
import { moneySchema, objectIdSchema, photoIdSchema } from '../primitives.ts';
import { sellBrands, sellColors, sellStorages } from '../service-request/sell-request.ts';
import { identifierKinds } from './identifier.ts';

export const devicePlaces = statusesOf(deviceLife);

/** Traces of use, least first. `broken` has no grade. */
export const wearLevels = ['none', 'light', 'visible', 'broken'] as const;

/** What staff look at; a part that does not work has no grade. */
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

/** The register of stolen phones. `unknown`: it did not answer and is asked again by hand. */
export const blocklistAnswers = ['clean', 'listed', 'unknown'] as const;

/** What a sell request with an IMEI shows to staff. */
export const offerFindingsSchema = z.object({
  sellRequestId: objectIdSchema,
  /** The last digits of the number with the worst answer. */
  lastFour: z.string(),
  /** The worst answer about the numbers of the form and of the phone: listed, unknown, clean. */
  blocklist: z.enum(blocklistAnswers),
  /** Other open sell requests with the same IMEI, newest first. */
  offeredAlsoIn: z.array(objectIdSchema),
  /** The device with this IMEI that the shop has or had; null when it never had one. */
  known: z.object({ deviceId: objectIdSchema, place: z.enum(devicePlaces) }).nullable(),
});

export type OfferFindings = z.output<typeof offerFindingsSchema>;

const changedBy = z.object({
  at: z.iso.datetime(),
  /** Name of the person of the staff; null for the shop's programs. */
  who: z.string().nullable(),
  note: z.string(),
});

const inspectionSchema = z.object({
  at: z.iso.datetime(),
  checklist: checklistSchema,
  /** Null: it cannot be sold as it is. */
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
  /** The sell request by which it came the last time. */
  sellRequest: z.object({ id: objectIdSchema, reference: z.string() }),
  /** What its seller was told or gets: `declined` goes back. */
  purchase: z.enum(['to-inspect', 'requoted', 'agreed', 'declined']),
  /** Staff stopped the payment of its seller: it is not for sale, and may go back. Absent: they did not. */
  isPaymentStopped: z.boolean().optional(),
  inspection: inspectionSchema.nullable(),
  photos: z.array(z.object({ id: photoIdSchema, path: z.string() })),
  parts: z.array(replacedPartSchema),
  /** Purchase price and parts. */
  cost: moneySchema,
  /** The product that it is a piece of, and its price; null while it is not for sale. */
  sale: z.object({ productId: objectIdSchema, price: moneySchema }).nullable(),
  warrantyUntil: z.iso.datetime().nullable(),
  /** `/passport/<token>`. */
  passportLink: z.string(),
  history: z.array(changedBy.extend({ from: z.enum(devicePlaces).nullable(), to: z.enum(devicePlaces) })),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  version: z.int().min(1),
});

export type DeviceAnswer = z.output<typeof deviceSchema>;

/** A device as anybody with its code sees it: no person, no price, no full identifier. */
export const passportSchema = deviceSchema
  .pick({ brand: true, model: true, storage: true, color: true, identifiers: true, warrantyUntil: true })
  .extend({
    inspection: inspectionSchema.omit({ note: true }),
    parts: z.array(replacedPartSchema.pick({ name: true, at: true })),
    /** Addresses of its photos. */
    photos: z.array(z.string()),
  });

export type Passport = z.output<typeof passportSchema>;
