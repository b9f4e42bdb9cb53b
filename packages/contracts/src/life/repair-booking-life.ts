import { defineLife, type StatusOf } from './life.ts';

/** A repair by appointment, which is its promised time. */
export const repairBookingLife = defineLife({
  statuses: {
    pending: { word: 'Pending', tone: 'warn', stage: 'open' },
    confirmed: { word: 'Confirmed', tone: 'ok', stage: 'open' },
    'in-repair': { word: 'In repair', tone: 'info', stage: 'open', isBegun: true },
    done: { word: 'Done', tone: 'ok', stage: 'closed' },
    cancelled: { word: 'Cancelled', tone: 'bad', stage: 'closed' },
  },
  event: 'repair-booking.status-changed',
  steps: [
    { from: ['pending'], to: 'confirmed', by: ['staff'] },
    { from: ['pending', 'confirmed'], to: 'in-repair', by: ['staff'] },
    { from: ['in-repair'], to: 'done', by: ['staff'] },
    { from: ['pending', 'confirmed'], to: 'cancelled', by: ['staff'], event: 'repair-booking.cancelled' },
    {
      from: ['pending', 'confirmed'],
      to: 'cancelled',
      by: ['customer'],
      event: 'repair-booking.cancelled',
      endpoint: 'cancelTrackedRequest',
    },
  ],
  otherSteps: { notFrom: [] },
});

export type RepairBookingStatus = StatusOf<typeof repairBookingLife>;
