import type { MailTemplate } from './mail-template.ts';
import { accountMails } from './mails/account-mails.tsx';
import { alertMails } from './mails/alert-mails.tsx';
import { creditMails } from './mails/credit-mails.tsx';
import { digestMail } from './mails/digest-mail.tsx';
import { newsletterMails } from './mails/newsletter-mails.tsx';
import { orderMails } from './mails/order-mails.tsx';
import { phoneOrderMails } from './mails/phone-order-mails.ts';
import { repairBookingMails } from './mails/repair-booking-mails.ts';
import { returnMails } from './mails/return-mails.ts';
import { sellRequestMails } from './mails/sell-request-mails.ts';

/** All mails by the name under which they are stored. */
export const mailTemplates = {
  ...accountMails,
  ...orderMails,
  ...creditMails,
  ...sellRequestMails,
  ...repairBookingMails,
  ...phoneOrderMails,
  ...returnMails,
  ...newsletterMails,
  ...alertMails,
  ...digestMail,
};

export type MailName = keyof typeof mailTemplates;

export type MailData<Name extends MailName> =
  (typeof mailTemplates)[Name] extends MailTemplate<infer Data> ? Data : never;
