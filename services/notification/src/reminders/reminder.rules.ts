import type { RepairBookingStatus } from '@kinmel/contracts';
import type { MailData } from '@kinmel/mail-templates';

/** What is kept until it is time to remind somebody of a repair. */
export interface RepairReminder {
  readonly requestId: string;
  /** Of the booking: older news change nothing. */
  readonly version: number;
  readonly remindAt: Date;
  readonly startsAt: Date;
  readonly to: string;
  /** The account that is forgotten with it, or the request of a visitor. */
  readonly personId: string;
  readonly data: Omit<MailData<'repair-booking-reminder'>, 'token'>;
  readonly sealedToken: string;
}

const dayMs = 24 * 60 * 60_000;

/**
 * M13: the moment, a day before the repair, at which its customer is reminded; undefined when that is over already, because the mail
 * that told of the booking is newer than a day then, and when nobody comes any more.
 */
export function reminderTime(startsAt: Date, status: RepairBookingStatus, now: Date): Date | undefined {
  const remindAt = new Date(startsAt.getTime() - dayMs);
  return (status === 'pending' || status === 'confirmed') && remindAt > now ? remindAt : undefined;
}
