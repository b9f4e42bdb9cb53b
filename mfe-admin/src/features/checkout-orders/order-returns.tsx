import type { Order } from '@kinmel/contracts';
import { Button } from '@kinmel/ui';
import { apiProblem, Link, toast } from '@kinmel/web-kit';
import { DetailsSection } from '../../lists/details/record-details.tsx';
import { recordAddress } from '../../lists/records/record-kinds.rules.ts';
import { StatusBadge } from '../../lists/status/status.tsx';
import { formatMoney } from '../../money/format-money.ts';
import { checkoutOrdersApi } from './checkout-orders-api.ts';
import { DocumentButton } from './tax-documents.tsx';

type SettledReturn = Order['returns'][number];

/** A settled return of an order with its refund and credit note. */
export function OrderReturn({ order, settled }: { order: Order; settled: SettledReturn }) {
  const { id, reference, payment, credit, state } = settled;
  const [refund, { isLoading }] = checkoutOrdersApi.useRefundReturnMutation();
  const send = async (isByHand: boolean) => {
    const { error } = await refund({ id: order._id, returnId: id, isByHand });
    if (error) toast.error(apiProblem(error).message ?? 'The refund could not be saved.');
  };
  const step = (text: string, isByHand: boolean) => (
    <Button look="line" busy={isLoading} onClick={() => void send(isByHand)}>
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
        {state === 'failed' ? step('Refund again', false) : null}
        {state === 'failed' || state === 'by-hand' ? step('Mark as handed back', true) : null}
        <DocumentButton order={order} kind="credit-note" returnId={id} label={`Credit note ${reference}`} />
      </div>
    </DetailsSection>
  );
}
