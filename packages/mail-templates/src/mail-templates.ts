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
  'newsletter-confirm': newsletterConfirm,
  'newsletter-welcome': newsletterWelcome,
  'newsletter-offer': newsletterOffer,
} as const;

/** Name of a mail: `order-placed`. */
export type MailName = keyof typeof mailTemplates;

/** What the mail of that name must be given. */
export type MailData<Name extends MailName> =
  (typeof mailTemplates)[Name] extends MailTemplate<infer Data> ? Data : never;
