import { z } from 'zod';
import { forStaff, ownedBy } from '../endpoint.ts';
import { answerOf, queryNumber } from '../primitives.ts';
import {
  createRepairBookingBodySchema,
  noSlotReasons,
  repairBookingSchema,
  repairBookingStatuses,
  repairDateSchema,
  repairScheduleSchema,
  slotTimeSchema,
} from './repair-booking.ts';
import { changedFields, pageEndpoint, staffEndpoints } from './staff-endpoints.ts';

const defineEndpoint = ownedBy('service-request');

export const listSlots = defineEndpoint('listSlots', 'GET /api/bookings/slots', {
  role: 'public',
  isVolatile: true,
  summary:
    'The half hours of one day with their free seats; when none can be booked, the reason and the next day with a free one.',
  query: z.strictObject({ date: repairDateSchema }),
  answer: answerOf(
    z.object({
      date: z.iso.date(),
      timeZone: z.string(),
      slots: z.array(z.object({ time: slotTimeSchema, free: z.int().min(0) })),
      /** Null when the day has slots, even if all are taken. */
      reason: z.enum(noSlotReasons).nullable(),
      /** The next day with a free slot; null when this day has one, or no near day has. */
      nextDay: z.iso.date().nullable(),
    }),
  ),
});

export const createRepairBooking = defineEndpoint('createRepairBooking', 'POST /api/bookings', {
  role: 'public',
  summary:
    'Books a repair. The header `Idempotency-Key` makes it safe to repeat. In a `slot-taken` refusal, `details` with the path `nearest` name the nearest free half hours.',
  body: createRepairBookingBodySchema,
  status: 201,
  answer: answerOf(z.object({ date: z.iso.date(), time: slotTimeSchema, timeZone: z.string() })).extend({
    message: z.string(),
    trackingLink: z.string(),
  }),
  problems: ['slot-taken', 'too-many-requests', 'key-reused', 'service-unavailable'],
});

export const listRepairBookings = pageEndpoint(
  'listRepairBookings',
  '/api/bookings',
  'Repair bookings, newest first.',
  { statuses: repairBookingStatuses, limit: 20, data: { bookings: z.array(repairBookingSchema) } },
);

export const listRepairSchedule = defineEndpoint('listRepairSchedule', 'GET /api/bookings/schedule', {
  ...forStaff('requests.see'),
  summary: 'The repairs of one to seven days, with the free seats of each half hour.',
  query: z.strictObject({
    from: repairDateSchema,
    days: queryNumber(z.int().min(1).max(7)).default(1),
  }),
  answer: answerOf(repairScheduleSchema),
});

const { read, change } = staffEndpoints('/api/bookings/{id}', 'id', repairBookingSchema);

export const getRepairBooking = read('getRepairBooking', 'repair booking');

export const updateRepairBooking = change(
  'updateRepairBooking',
  '',
  'Sets status and notes, or moves the booking. An unusual step needs a note.',
  z
    .object({
      ...changedFields,
      status: z.enum(repairBookingStatuses).optional(),
      date: z.iso.date().optional(),
      time: slotTimeSchema.optional(),
    })
    .refine(({ date, time }) => (date === undefined) === (time === undefined), {
      path: ['time'],
      message: 'A new appointment needs both date and time',
    }),
  ['slot-taken'],
);
