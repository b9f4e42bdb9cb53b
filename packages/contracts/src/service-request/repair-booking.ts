import { z } from 'zod';
import { contactFields } from '../contact-fields.ts';
import { statusesOf } from '../life/life.ts';
import { repairBookingLife } from '../life/repair-booking-life.ts';
import { staffRequest } from './request-fields.ts';

/** The models of the specification. */
export const repairModels = [
  'iPhone 15 Pro Max',
  'iPhone 15 Pro',
  'iPhone 15',
  'Samsung Galaxy S25 Ultra',
  'S25+',
  'S25',
  'Google Pixel 9 Pro',
  'Pixel 9',
] as const;

/** The urgency sets the promised time and does not limit the date. */
export const repairUrgencies = ['low', 'medium', 'high'] as const;

export const repairBookingStatuses = statusesOf(repairBookingLife);

/** Start of a slot: "09:30". */
export const slotTimeSchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please choose a time');

export const repairDateSchema = z.iso.date('Please choose a date');

/** Why a day has no slots: it is over, the shop is closed, or it is too far ahead. */
export const noSlotReasons = ['over', 'closed', 'too-far'] as const;

export const repairBookingSchema = staffRequest(repairBookingStatuses, {
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  model: z.enum(repairModels),
  /** Date and time are in the shop's time zone. */
  date: z.iso.date(),
  time: slotTimeSchema,
  urgency: z.enum(repairUrgencies),
  message: z.string(),
});

/** Repair bookings and free seats by day. */
export const repairScheduleSchema = z.object({
  timeZone: z.string(),
  /** Today in the shop's time zone. */
  today: z.iso.date(),
  seats: z.int().min(1),
  days: z.array(
    z.object({
      date: z.iso.date(),
      /** All slots of the day, including past ones; none on a day without repairs. */
      slots: z.array(z.object({ time: slotTimeSchema, free: z.int().min(0), isAhead: z.boolean() })),
      /** By time, including cancelled bookings. */
      bookings: z.array(repairBookingSchema),
    }),
  ),
});

export type RepairSchedule = z.output<typeof repairScheduleSchema>;
export type RepairBookingAnswer = z.output<typeof repairBookingSchema>;

/** Unknown fields are dropped. */
export const createRepairBookingBodySchema = z.object({
  ...contactFields,
  model: z.enum(repairModels, 'Please choose a model'),
  date: repairDateSchema,
  time: slotTimeSchema,
  urgency: z.enum(repairUrgencies, 'Please choose an urgency'),
  message: z.string().trim().max(2000, 'Message must be at most 2000 characters').default(''),
});
