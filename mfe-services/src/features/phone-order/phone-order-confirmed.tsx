import type { PhoneOrderAnswer } from '@kinmel/contracts';
import { Button } from '@kinmel/ui';
import { formatPrice } from '@kinmel/web-kit';
import { dayText } from '../../requests/appointment/slot.rules.ts';
import type { Submitted } from '../../requests/submitted.rules.ts';
import { RequestLink } from '../../requests/tracking/request-link.tsx';
import { deliveryWords, paymentWords, priorityWords } from './phone-order-form.rules.ts';
import classes from './phone-order-page.module.css';

interface PhoneOrderConfirmedProps {
  sent: Submitted;
  email: string;
  onAnother: () => void;
}

/** What the shop noted, and what comes next (NPB-05 to NPB-08). */
export function PhoneOrderConfirmed({
  sent: { trackingLink, data },
  email,
  onAnother,
}: PhoneOrderConfirmedProps) {
  return (
    <RequestLink
      trackingLink={trackingLink}
      actions={
        <Button look="line" size="medium" onClick={onAnother}>
          Order Another Phone
        </Button>
      }
    >
      <h2 className={classes.confirmedTitle}>Order Confirmed!</h2>
      <dl className={classes.facts}>
        {factsOf((data ?? {}) as Partial<PhoneOrderAnswer>).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>
        A confirmation e-mail was sent to {email}. Our team will contact you within 24 hours. By the link you
        can follow or cancel the order, also without an account.
      </p>
    </RequestLink>
  );
}

/** The parts of the record that it names. */
function factsOf(order: Partial<PhoneOrderAnswer>): (readonly [string, string])[] {
  const { model, color, storage, quantity, totalPrice, deliveryMethod, address, paymentMethod, priority } =
    order;
  const { preferredDate = '', preferredTime = '' } = order;
  const phone = [model, storage, color].filter(Boolean).join(', ');
  const where =
    deliveryMethod === 'pickup'
      ? `${deliveryWords.pickup.name}, ${dayText(preferredDate)}, ${preferredTime}`
      : `${deliveryWords.delivery.name} to ${address}`;
  return [
    ['Phone', phone],
    ['Quantity', quantity === undefined ? '' : String(quantity)],
    ['Total', typeof totalPrice === 'number' ? formatPrice(totalPrice) : 'N/A'],
    ['Payment', paymentMethod ? paymentWords[paymentMethod].name : ''],
    ['Delivery', deliveryMethod ? where : ''],
    ['Priority', priority ? `${priorityWords[priority].name} (${priorityWords[priority].detail})` : ''],
  ].flatMap(([name = '', value = '']) => (value === '' ? [] : [[name, value] as const]));
}
