import { dayMs, type RepairBookingStatus, repairBookingLife, stepBetween } from '@kinmel/contracts';
import type { MailData } from '@kinmel/mail-templates';

/** A scheduled reminder of a repair. */
export interface RepairReminder {
  readonly requestId: string;
  /** Version of the booking, to ignore older events. */
  readonly version: number;
  readonly remindAt: Date;
  readonly startsAt: Date;
  readonly to: string;
  /** The user, or the request of a visitor. */
  readonly personId: string;
  readonly data: Omit<MailData<'repair-booking-reminder'>, 'token'>;
  readonly sealedToken: string;
}

/** Whether the customer still has to come. */
export const isUpcoming = (status: RepairBookingStatus): boolean =>
  stepBetween(repairBookingLife, status, 'cancelled', 'customer') !== undefined;

/** A day before the repair (NOT-M13); undefined when that has passed, or the booking is no longer upcoming. */
export function reminderTime(startsAt: Date, status: RepairBookingStatus, now: Date): Date | undefined {
  const remindAt = new Date(startsAt.getTime() - dayMs);
  return isUpcoming(status) && remindAt > now ? remindAt : undefined;
}
