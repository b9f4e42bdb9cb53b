import { defineLife } from './life.ts';

/**
 * A payment by staff to a person, in money or as credit. From the policy's sum on, it is approved before it is paid.
 */
export const payoutLife = defineLife({
  statuses: {
    due: { word: 'Due', tone: 'warn', stage: 'open', promised: { businessDays: 0 } },
    approved: { word: 'Approved', tone: 'info', stage: 'open', promised: { businessDays: 0 } },
    paid: { word: 'Paid', tone: 'ok', stage: 'closed' },
    stopped: { word: 'Stopped', tone: 'mute', stage: 'closed' },
    /** The phone goes back to its seller, so it is never paid. */
    ended: { word: 'Ended', tone: 'mute', stage: 'closed' },
  },
  steps: [
    { from: ['due'], to: 'approved', by: ['staff'], endpoint: 'approvePayout' },
    { from: ['due', 'approved'], to: 'paid', by: ['staff'], event: 'payout.paid', endpoint: 'payPayout' },
    {
      from: ['due', 'approved'],
      to: 'stopped',
      by: ['staff'],
      needsNote: true,
      event: 'payout.stopped',
      endpoint: 'stopPayout',
    },
    { from: ['stopped'], to: 'due', by: ['staff'], event: 'payout.resumed', endpoint: 'resumePayout' },
    { from: ['stopped'], to: 'ended', by: ['shop'], endpoint: 'endPayout' },
  ],
});
