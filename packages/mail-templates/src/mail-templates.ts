import type { MailTemplate } from './mail-template.ts';
import { accountMails } from './mails/account-mails.tsx';
import { newsletterMails } from './mails/newsletter-mails.tsx';
import { orderMails } from './mails/order-mails.tsx';
import { phoneOrderMails } from './mails/phone-order-mails.ts';
import { repairBookingMails } from './mails/repair-booking-mails.ts';
import { sellRequestMails } from './mails/sell-request-mails.ts';

/** Every mail that the shop sends, by the name under which it is kept and looked up. */
export const mailTemplates = {
  ...accountMails,
  ...orderMails,
  ...sellRequestMails,
  ...repairBookingMails,
  ...phoneOrderMails,
  ...newsletterMails,
};

/** Name of a mail: `order-placed`. */
export type MailName = keyof typeof mailTemplates;

/** What the mail of that name must be given. */
export type MailData<Name extends MailName> =
  (typeof mailTemplates)[Name] extends MailTemplate<infer Data> ? Data : never;
