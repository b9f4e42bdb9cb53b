import type { MailTemplate } from './mail-template.ts';
import { accountLocked } from './mails/account-locked.tsx';
import { newsletterConfirm } from './mails/newsletter-confirm.tsx';
import { newsletterOffer } from './mails/newsletter-offer.tsx';
import { newsletterWelcome } from './mails/newsletter-welcome.tsx';
import { orderCancelled } from './mails/order-cancelled.tsx';
import { orderPlaced } from './mails/order-placed.tsx';
import { orderRefunded } from './mails/order-refunded.tsx';
import { orderStatusChanged } from './mails/order-status-changed.tsx';
import { passwordChanged } from './mails/password-changed.tsx';
import { passwordReset } from './mails/password-reset.tsx';
import { phoneOrderCancelled } from './mails/phone-order-cancelled.tsx';
import { phoneOrderReceived } from './mails/phone-order-received.tsx';
import { phoneOrderStatusChanged } from './mails/phone-order-status-changed.tsx';
import { repairBookingCancelled } from './mails/repair-booking-cancelled.tsx';
import { repairBookingMoved } from './mails/repair-booking-moved.tsx';
import { repairBookingReceived } from './mails/repair-booking-received.tsx';
import { repairBookingReminder } from './mails/repair-booking-reminder.tsx';
import { repairBookingStatusChanged } from './mails/repair-booking-status-changed.tsx';
import { sellRequestQuoted } from './mails/sell-request-quoted.tsx';
import { sellRequestReceived } from './mails/sell-request-received.tsx';
import { sellRequestStatusChanged } from './mails/sell-request-status-changed.tsx';
import { sessionWarning } from './mails/session-warning.tsx';
import { welcome } from './mails/welcome.tsx';

/** Every mail that the shop sends, by the name under which it is kept and looked up. */
export const mailTemplates = {
  welcome,
  'password-reset': passwordReset,
  'password-changed': passwordChanged,
  'session-warning': sessionWarning,
  'account-locked': accountLocked,
  'order-placed': orderPlaced,
  'order-status-changed': orderStatusChanged,
  'order-cancelled': orderCancelled,
  'order-refunded': orderRefunded,
  'sell-request-received': sellRequestReceived,
  'sell-request-quoted': sellRequestQuoted,
  'sell-request-status-changed': sellRequestStatusChanged,
  'repair-booking-received': repairBookingReceived,
  'repair-booking-moved': repairBookingMoved,
  'repair-booking-reminder': repairBookingReminder,
  'repair-booking-status-changed': repairBookingStatusChanged,
  'repair-booking-cancelled': repairBookingCancelled,
  'phone-order-received': phoneOrderReceived,
  'phone-order-status-changed': phoneOrderStatusChanged,
  'phone-order-cancelled': phoneOrderCancelled,
  'newsletter-confirm': newsletterConfirm,
  'newsletter-welcome': newsletterWelcome,
  'newsletter-offer': newsletterOffer,
} as const;

/** Name of a mail: `order-placed`. */
export type MailName = keyof typeof mailTemplates;

/** What the mail of that name must be given. */
export type MailData<Name extends MailName> =
  (typeof mailTemplates)[Name] extends MailTemplate<infer Data> ? Data : never;
