import { MailPage } from './mail-page.tsx';
import { mailSamples, sampleSettings } from './mail-samples.ts';
import type { MailData, MailName } from './mail-templates.ts';
import { renderMail } from './render-mail.tsx';

export default { title: 'Mail', component: MailPage };

/** One mail in a frame of its own, so that nothing of the page around it changes its look. */
function preview<Name extends MailName>(name: Name, changes: Partial<MailData<Name>> = {}) {
  const data: object = mailSamples[name];
  return (
    <iframe
      title={name}
      srcDoc={renderMail(name, { ...data, ...changes }, sampleSettings).html}
      style={{ border: 0, width: '100%', maxWidth: 700, height: 1100 }}
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
  preview('order-cancelled', { reason: 'customer', money: 'goes-back' });
export const OrderRefunded = () => preview('order-refunded');
export const SellRequestReceived = () => preview('sell-request-received');
export const SellRequestQuoted = () => preview('sell-request-quoted');
export const SellRequestAccepted = () => preview('sell-request-status-changed');
export const SellRequestRejected = () =>
  preview('sell-request-status-changed', { status: 'rejected', by: 'admin' });
export const SellRequestWithdrawn = () =>
  preview('sell-request-status-changed', { from: 'pending', status: 'rejected' });
export const RepairBookingReceived = () => preview('repair-booking-received');
export const RepairBookingMoved = () => preview('repair-booking-moved');
export const RepairBookingReminder = () => preview('repair-booking-reminder');
export const RepairBookingConfirmed = () => preview('repair-booking-status-changed');
export const RepairBookingDone = () => preview('repair-booking-status-changed', { status: 'done' });
export const RepairBookingCancelled = () => preview('repair-booking-cancelled');
export const PhoneOrderReceived = () => preview('phone-order-received');
export const PhoneOrderShipped = () => preview('phone-order-status-changed');
export const PhoneOrderCancelled = () => preview('phone-order-cancelled');
export const NewsletterConfirm = () => preview('newsletter-confirm');
export const NewsletterWelcome = () => preview('newsletter-welcome');
export const NewsletterOffer = () => preview('newsletter-offer');
