import type { Order } from '@kinmel/contracts';
import { Alert, Button } from '@kinmel/ui';
import { apiProblem, formatDate, formatPrice, Link, toast } from '@kinmel/web-kit';
import { useState } from 'react';
import layout from '../../frame/layout.module.css';
import { DetailsSection } from '../../lists/details/record-details.tsx';
import { recordAddress } from '../../lists/records/record-kinds.rules.ts';
import { StatusBadge } from '../../lists/status/status.tsx';
import { checkoutOrdersApi } from './checkout-orders-api.ts';
import { DocumentButton } from './tax-documents.tsx';

type SettledReturn = Order['returns'][number];

const price = ({ amountInMinorUnits }: SettledReturn['payment']) => formatPrice(amountInMinorUnits / 100);

/** The settled returns of an order with their refunds and credit notes. */
export const OrderReturns = ({ order }: { order: Order }) => (
  <DetailsSection title="Returns">
    {order.returns.map((settled) => (
      <OrderReturn key={settled.id} order={order} settled={settled} />
    ))}
  </DetailsSection>
);

function OrderReturn({ order, settled }: { order: Order; settled: SettledReturn }) {
  const { id, reference, payment, credit, state, at } = settled;
  const [refund, { isLoading }] = checkoutOrdersApi.useRefundReturnMutation();
  const [failure, setFailure] = useState<string>();
  const send = async (isByHand: boolean) => {
    setFailure(undefined);
    const { error } = await refund({ id: order._id, returnId: id, isByHand });
    if (error) setFailure(apiProblem(error).message ?? 'The refund could not be saved. Please try again.');
    else toast.success(`The refund of return ${reference} is saved`);
  };
  return (
    <section aria-label={`Return ${reference}`} className={layout.stack}>
      <p className={layout.spread}>
        <span>
          <Link to={recordAddress({ kind: 'return', id })}>Return {reference}</Link>,{' '}
          {formatDate(at, 'short')}: {price(payment)} to the payment, {price(credit)} as credit
        </span>
        <StatusBadge status={state} />
      </p>
      {failure ? <Alert tone="bad">{failure}</Alert> : null}
      <div className={layout.row}>
        {state === 'failed' ? (
          <Button look="line" size="small" busy={isLoading} onClick={() => void send(false)}>
            Refund again
          </Button>
        ) : null}
        {state === 'failed' || state === 'by-hand' ? (
          <Button look="line" size="small" busy={isLoading} onClick={() => void send(true)}>
            Mark as handed back
          </Button>
        ) : null}
        <DocumentButton
          order={order}
          kind="credit-note"
          returnId={id}
          label={`Credit note ${reference}`}
          size="small"
        />
      </div>
    </section>
  );
}
