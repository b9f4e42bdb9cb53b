import type { Order } from '@kinmel/contracts';
import { Button } from '@kinmel/ui';
import { apiProblem, toast } from '@kinmel/web-kit';
import { DetailsSection } from '../../lists/details/record-details.tsx';
import { StatusBadge } from '../../lists/status/status.tsx';
import { formatMoney } from '../../money/format-money.ts';
import { checkoutOrdersApi } from './checkout-orders-api.ts';

/** Payments that the order did not use. What the provider gives back needs no step. */
export function OtherPayments({ order }: { order: Order }) {
  const [handBack, { isLoading }] = checkoutOrdersApi.useHandBackPaymentMutation();
  const send = async (paymentId: string) => {
    const { error } = await handBack({ id: order._id, paymentId });
    if (error) toast.error(apiProblem(error).message ?? 'This could not be saved.');
  };
  return (
    <DetailsSection title="Payments that the order did not use">
      {order.otherPayments.map(({ id, amount, state }) => (
        <div key={id} className="row">
          <span>{`${formatMoney(amount)}, ${id}`}</span> <StatusBadge status={state} />
          {state === 'by-hand' || state === 'undecided' ? (
            <Button look="line" busy={isLoading} onClick={() => void send(id)}>
              Mark as handed back
            </Button>
          ) : null}
        </div>
      ))}
    </DetailsSection>
  );
}
