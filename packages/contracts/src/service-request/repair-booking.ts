import { z } from 'zod';
import { staffRequest } from './request-fields.ts';

/** RBOOK-04, exactly as the document lists them. */
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

/** What is promised, and no limit of the date. */
export const repairUrgencies = ['low', 'medium', 'high'] as const;

export const repairBookingStatuses = ['pending', 'confirmed', 'in-repair', 'done', 'cancelled'] as const;

export type RepairBookingStatus = (typeof repairBookingStatuses)[number];

/** The beginning of a half hour of the shop's day, "09:30". */
export const slotTimeSchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please choose a time');

/** Why nothing of a day can be booked: its half hours are over, the shop does not repair on it, it is further ahead than is booked. */
export const noSlotReasons = ['over', 'closed', 'too-far'] as const;

/** A repair booking as staff see it. */
export const repairBookingSchema = staffRequest(repairBookingStatuses, {
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  model: z.enum(repairModels),
  /** Day and time in the shop's time zone. */
  date: z.iso.date(),
  time: slotTimeSchema,
  urgency: z.enum(repairUrgencies),
  message: z.string(),
});

/** Some days of repairs, with the seats of each half hour. */
export const repairScheduleSchema = z.object({
  timeZone: z.string(),
  /** The day that it is in the shop. */
  today: z.iso.date(),
  seats: z.int().min(1),
  days: z.array(
    z.object({
      date: z.iso.date(),
      /** Every half hour of the day, also those that have begun; none on a day without repairs. */
      slots: z.array(z.object({ time: slotTimeSchema, free: z.int().min(0), isAhead: z.boolean() })),
      /** By time; cancelled ones too, which have no seat. */
      bookings: z.array(repairBookingSchema),
    }),
  ),
});

export type RepairSchedule = z.output<typeof repairScheduleSchema>;
export type RepairBookingAnswer = z.output<typeof repairBookingSchema>;
