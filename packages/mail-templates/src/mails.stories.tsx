import { renderToStaticMarkup } from 'react-dom/server';
import { MailPage } from './mail-page.tsx';
import { mailSamples, samplePlace } from './mail-samples.ts';
import type { MailTemplate } from './mail-template.ts';
import { type MailData, type MailName, mailTemplates } from './mail-templates.ts';

export default { title: 'Mail', component: MailPage };

/** One mail in a frame of its own, so that nothing of the page around it changes its look. */
function preview<Name extends MailName>(name: Name, changes: Partial<MailData<Name>> = {}) {
  // The table's entry of a name takes that name's data, which an index type cannot say.
  const template = mailTemplates[name] as MailTemplate<unknown>;
  const page = (
    <MailPage template={template} data={{ ...mailSamples[name], ...changes }} place={samplePlace} />
  );
  return (
    <iframe
      title={name}
      srcDoc={`<!doctype html>${renderToStaticMarkup(page)}`}
      style={{ border: 0, width: '100%', maxWidth: 700, height: 900 }}
    />
  );
}

export const Welcome = () => preview('welcome');
export const WelcomeWithoutAPlainName = () => preview('welcome', { fullName: 'Win at evil.example' });
export const PasswordReset = () => preview('password-reset');
export const PasswordChanged = () => preview('password-changed', { cause: 'changed' });
export const PasswordChangedByReset = () => preview('password-changed');
export const SessionWarning = () => preview('session-warning');
export const AccountLocked = () => preview('account-locked');
export const OrderPlaced = () => preview('order-placed');
export const OrderPlacedByCard = () => preview('order-placed', { paymentMethod: 'card', promoCode: null });
export const OrderConfirmed = () => preview('order-status-changed', { status: 'confirmed', note: '' });
export const OrderProcessing = () => preview('order-status-changed', { status: 'processing', note: '' });
export const OrderShipped = () => preview('order-status-changed');
export const OrderDelivered = () => preview('order-status-changed', { status: 'delivered', note: '' });
export const OrderCancelled = () => preview('order-cancelled');
export const OrderCancelledWithRefund = () =>
  preview('order-cancelled', { reason: 'customer', isRefunded: true });
export const OrderRefunded = () => preview('order-refunded');
export const NewsletterConfirm = () => preview('newsletter-confirm');
export const NewsletterWelcome = () => preview('newsletter-welcome');
