import type { Order } from '@kinmel/contracts';
import { Button } from '@kinmel/ui';
import { apiProblem, formatMoney, Link, toast } from '@kinmel/web-kit';
import { useRights } from '../../frame/use-rights.ts';
import { DetailsSection } from '../../lists/details/record-details.tsx';
import { recordAddress } from '../../lists/records/record-kinds.rules.ts';
import { StatusBadge } from '../../lists/status/status.tsx';
import { checkoutOrdersApi } from './checkout-orders-api.ts';
import { DocumentButton } from './tax-documents.tsx';

/** Shows why a change was refused; a saved change shows in the details. */
async function reportFailure(change: PromiseLike<{ readonly error?: unknown }>, fallback: string) {
  const { error } = await change;
  if (error) toast.error(apiProblem(error).message ?? fallback);
}

interface OrderReturnProps {
  order: Order;
  settledReturn: Order['returns'][number];
}

/** A settled return of an order with its refund and credit note. */
export function OrderReturn({ order, settledReturn }: OrderReturnProps) {
  const { id, reference, payment, credit, state } = settledReturn;
  const canRefund = useRights()('orders.refund');
  const [refund, { isLoading }] = checkoutOrdersApi.useRefundReturnMutation();
  const refundButton = (text: string, isByHand: boolean) => (
    <Button
      look="line"
      busy={isLoading}
      onClick={() =>
        void reportFailure(
          refund({ id: order._id, returnId: id, isByHand }),
          'The refund could not be saved.',
        )
      }
    >
      {text}
    </Button>
  );
  return (
    <DetailsSection title={`Return ${reference}`}>
      <p>
        <span>{`${formatMoney(payment)} to the payment`}</span> <StatusBadge status={state} />
        <span>{`, ${formatMoney(credit)} as credit.`}</span>{' '}
        <Link to={recordAddress({ kind: 'return', id })}>Open the return</Link>
      </p>
      <div className="row">
        {canRefund && state === 'failed' ? refundButton('Refund again', false) : null}
        {canRefund && (state === 'failed' || state === 'by-hand')
          ? refundButton('Mark as handed back', true)
          : null}
        <DocumentButton order={order} kind="credit-note" returnId={id} label={`Credit note ${reference}`} />
      </div>
    </DetailsSection>
  );
}

/** Payments that the order did not use. Those that the provider refunds need no action by staff. */
export function OtherPayments({ order }: { order: Order }) {
  const canRefund = useRights()('orders.refund');
  const [handBack, { isLoading }] = checkoutOrdersApi.useHandBackPaymentMutation();
  return (
    <DetailsSection title="Payments that the order did not use">
      {order.otherPayments.map(({ id, amount, state }) => (
        <div key={id} className="row">
          <span>{`${formatMoney(amount)}, ${id}`}</span> <StatusBadge status={state} />
          {canRefund && (state === 'by-hand' || state === 'undecided') ? (
            <Button
              look="line"
              busy={isLoading}
              onClick={() =>
                void reportFailure(handBack({ id: order._id, paymentId: id }), 'This could not be saved.')
              }
            >
              Mark as handed back
            </Button>
          ) : null}
        </div>
      ))}
    </DetailsSection>
  );
}
