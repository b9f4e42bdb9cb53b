import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { answerOf, objectIdSchema, queryNumber, queryText } from '../primitives.ts';
import {
  noSlotReasons,
  repairBookingSchema,
  repairBookingStatuses,
  repairModels,
  repairScheduleSchema,
  repairUrgencies,
  slotTimeSchema,
} from './repair-booking.ts';
import { emailOf, filledIn } from './request-fields.ts';
import { requestPaginationSchema } from './tracking.ts';

const dateText = 'Please choose a date';
const dateSchema = z.iso.date(dateText);

export const listSlots = defineEndpoint({
  id: 'listSlots',
  owner: 'service-request',
  version: 1,
  method: 'GET',
  path: '/api/bookings/slots',
  role: 'public',
  isVolatile: true,
  summary:
    'The half hours of one day with their free seats; where none can be booked, why, and the next day that has one (SIL-40).',
  query: z.strictObject({ date: dateSchema }),
  status: 200,
  answer: answerOf(
    z.object({
      date: z.iso.date(),
      timeZone: z.string(),
      slots: z.array(z.object({ time: slotTimeSchema, free: z.int().min(0) })),
      /** Null: the day has half hours, though all may be taken. */
      reason: z.enum(noSlotReasons).nullable(),
      /** The next of the days that are booked; null where this one has a free half hour or none is near. */
      nextDay: z.iso.date().nullable(),
    }),
  ),
});

/** Whatever else a client sends is dropped. */
export const createRepairBookingBodySchema = z.object({
  name: filledIn('Name', 100),
  email: emailOf(filledIn('Email', 254)),
  phone: filledIn('Phone', 30),
  model: z.enum(repairModels, 'Please choose a model'),
  date: dateSchema,
  time: slotTimeSchema,
  urgency: z.enum(repairUrgencies, 'Please choose an urgency'),
  message: z.string().trim().max(2000, 'Message must be at most 2000 characters').default(''),
});

export const createRepairBooking = defineEndpoint({
  id: 'createRepairBooking',
  owner: 'service-request',
  version: 1,
  method: 'POST',
  path: '/api/bookings',
  role: 'public',
  summary:
    'Books a repair (API-30, API-31); the header `Idempotency-Key` makes it safe to repeat. Of `slot-taken`, `details` of path `nearest` name the nearest free half hours.',
  body: createRepairBookingBodySchema,
  status: 201,
  answer: answerOf(z.object({ date: z.iso.date(), time: slotTimeSchema, timeZone: z.string() })).extend({
    message: z.string(),
    trackingLink: z.string(),
  }),
  problems: ['slot-taken', 'too-many-requests', 'key-reused', 'service-unavailable'],
});

export const listRepairBookings = defineEndpoint({
  id: 'listRepairBookings',
  owner: 'service-request',
  version: 1,
  method: 'GET',
  path: '/api/bookings',
  role: 'admin',
  summary: 'Repair bookings, newest first (SIL-39); `all` and nothing mean the same.',
  query: z.strictObject({
    page: queryNumber(z.int().min(1).max(1_000_000)).default(1),
    limit: queryNumber(z.int().min(1).max(100)).default(20),
    status: z.enum([...repairBookingStatuses, 'all', '']).default('all'),
    search: queryText(100).default(''),
  }),
  status: 200,
  answer: answerOf(z.object({ bookings: z.array(repairBookingSchema), pagination: requestPaginationSchema })),
});

export const listRepairSchedule = defineEndpoint({
  id: 'listRepairSchedule',
  owner: 'service-request',
  version: 1,
  method: 'GET',
  path: '/api/bookings/schedule',
  role: 'admin',
  summary: 'The repairs of a day or of up to seven, with the free seats of each half hour (SIL-39).',
  query: z.strictObject({
    from: dateSchema,
    days: queryNumber(z.int().min(1).max(7)).default(1),
  }),
  status: 200,
  answer: answerOf(repairScheduleSchema),
});

export const getRepairBooking = defineEndpoint({
  id: 'getRepairBooking',
  owner: 'service-request',
  version: 1,
  method: 'GET',
  path: '/api/bookings/{id}',
  role: 'admin',
  summary: 'One repair booking as it is now, for staff.',
  params: z.object({ id: objectIdSchema }),
  status: 200,
  answer: answerOf(repairBookingSchema),
});

export const updateRepairBooking = defineEndpoint({
  id: 'updateRepairBooking',
  owner: 'service-request',
  version: 1,
  method: 'PUT',
  path: '/api/bookings/{id}',
  role: 'admin',
  summary: 'Sets status and notes, or another half hour (SIL-39); a step back or over needs a note (SIL-38).',
  params: z.object({ id: objectIdSchema }),
  body: z
    .object({
      status: z.enum(repairBookingStatuses).optional(),
      adminNotes: z.string().trim().max(1000).optional(),
      date: z.iso.date().optional(),
      time: slotTimeSchema.optional(),
      version: z.int().min(1).optional(),
    })
    .refine(({ date, time }) => (date === undefined) === (time === undefined), {
      path: ['time'],
      message: 'A new appointment needs both date and time',
    }),
  status: 200,
  answer: answerOf(repairBookingSchema),
  problems: ['conflict', 'version-conflict', 'slot-taken'],
});

export const repairBookingEndpoints = {
  listSlots,
  createRepairBooking,
  listRepairBookings,
  listRepairSchedule,
  getRepairBooking,
  updateRepairBooking,
} as const;
