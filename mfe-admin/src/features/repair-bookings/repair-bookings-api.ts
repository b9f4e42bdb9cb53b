import type { RepairBookingAnswer, RepairSchedule } from '@kinmel/contracts';
import { listOf, type Readable } from '@kinmel/contracts/browser';
import { injectEndpoints } from '@kinmel/web-kit';
import * as z from 'zod/mini';
import { recordOf, valueAnswer } from '../../answers.ts';
import { requestAddressOf, requestOf } from '../../requests/requests-api.ts';

const booking = requestOf<RepairBookingAnswer>();
const day = recordOf({ slots: z.array(z.unknown()), bookings: listOf(booking) });
const schedule: Readable<RepairSchedule> = recordOf({ days: listOf(day) });

interface Move {
  readonly id: string;
  readonly date: string;
  readonly time: string;
  readonly adminNotes?: string | undefined;
  readonly version: number;
}

export const repairBookingsApi = injectEndpoints((build) => ({
  getRepairSchedule: build.query({
    query: (params: { readonly from: string; readonly days: number }) => ({
      url: '/api/bookings/schedule',
      params,
    }),
    responseSchema: valueAnswer(schedule),
  }),
  moveRepairBooking: build.mutation({
    query: ({ id, ...body }: Move) => ({
      url: requestAddressOf('repair-booking', id),
      method: 'PUT',
      body,
    }),
    responseSchema: valueAnswer(booking),
  }),
}));
