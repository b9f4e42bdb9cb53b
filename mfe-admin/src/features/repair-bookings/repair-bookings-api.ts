import type { BodyOf, RepairBookingAnswer, RepairSchedule, updateRepairBooking } from '@kinmel/contracts';
import { listOf, type SchemaOf } from '@kinmel/contracts/browser';
import { injectEndpoints } from '@kinmel/web-kit';
import * as z from 'zod/mini';
import { recordOf, valueAnswer } from '../../answers.ts';
import { requestChange, requestOf } from '../../requests/requests-api.ts';

const day = recordOf({ slots: z.array(z.unknown()), bookings: listOf(requestOf<RepairBookingAnswer>()) });
const schedule: SchemaOf<RepairSchedule> = recordOf({ days: listOf(day) });

export const repairBookingsApi = injectEndpoints((build) => ({
  getRepairSchedule: build.query({
    query: (params: { readonly from: string; readonly days: number }) => ({
      url: '/api/bookings/schedule',
      params,
    }),
    responseSchema: valueAnswer(schedule),
  }),
  moveRepairBooking: build.mutation(
    requestChange<RepairBookingAnswer, BodyOf<typeof updateRepairBooking>>('repair-booking', ''),
  ),
}));
