import type { PhoneOrderAnswer } from '@kinmel/contracts';
import { Button, Facts } from '@kinmel/ui';
import type { Submission } from '../../requests/submit-request.ts';
import { RequestLink } from '../../requests/tracking/request-link.tsx';
import { orderedFacts } from '../../requests/tracking/tracked-facts.ts';

export function PhoneOrderConfirmed({
  submission: { trackingLink, data, fields },
  onAnother,
}: {
  submission: Submission & { readonly fields: { readonly email: string } };
  onAnother: () => void;
}) {
  const order = (data ?? {}) as Partial<PhoneOrderAnswer>;
  return (
    <RequestLink
      trackingLink={trackingLink}
      actions={
        <Button look="line" size="medium" onClick={onAnother}>
          Order Another Phone
        </Button>
      }
    >
      <h2 className="type-block">Order Confirmed!</h2>
      <Facts
        facts={[
          ['Phone', [order.model, order.storage, order.color].filter(Boolean).join(', ')],
          ['Quantity', order.quantity?.toString()],
          ...orderedFacts(order),
        ]}
      />
      <p>{`A confirmation e-mail was sent to ${fields.email}. Our team will contact you within 24 hours. By the link you can follow or cancel the order, also without an account.`}</p>
    </RequestLink>
  );
}
