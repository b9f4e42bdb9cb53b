import type { PhoneOrderAnswer } from '@kinmel/contracts';
import { Button } from '@kinmel/ui';
import { Facts } from '../../requests/facts.tsx';
import type { Submitted } from '../../requests/submitted.ts';
import { orderedFacts } from '../../requests/tracking/ordered-facts.ts';
import { RequestLink } from '../../requests/tracking/request-link.tsx';
import classes from './phone-order-page.module.css';

interface PhoneOrderConfirmedProps {
  sent: Submitted;
  email: string;
  onAnother: () => void;
}

/** What the shop noted, and what comes next. */
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
      <Facts facts={factsOf((data ?? {}) as Partial<PhoneOrderAnswer>)} />
      <p>
        A confirmation e-mail was sent to {email}. Our team will contact you within 24 hours. By the link you
        can follow or cancel the order, also without an account.
      </p>
    </RequestLink>
  );
}

/** The parts of the record that it names. */
function factsOf(order: Partial<PhoneOrderAnswer>): readonly (readonly [string, string])[] {
  const { model, color, storage, quantity } = order;
  return [
    ...(
      [
        ['Phone', [model, storage, color].filter(Boolean).join(', ')],
        ['Quantity', quantity === undefined ? '' : String(quantity)],
      ] as const
    ).filter(([, value]) => value !== ''),
    ...orderedFacts(order),
  ];
}
