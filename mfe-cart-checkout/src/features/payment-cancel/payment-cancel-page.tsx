import { Alert, Button, ButtonLink, takeFocus } from '@kinmel/ui';
import { apiProblem, Link, usePageTitle } from '@kinmel/web-kit';
import CircleX from 'lucide-react/icons/circle-x';
import { useSearchParams } from 'react-router-dom';
import { isShopId } from '../../cart-api.ts';
import classes from '../../outcome/outcome.module.css';
import { Outcome } from '../../outcome/outcome.tsx';
import { usePayOrder } from '../../outcome/use-pay-order.ts';
import { withUnpaidOrder } from '../../unpaid-order.ts';

function Ways({ unpaidOrderId }: { unpaidOrderId?: string | undefined }) {
  const state = unpaidOrderId === undefined ? undefined : withUnpaidOrder(unpaidOrderId);
  return (
    <div className={`buttons ${classes.ways}`}>
      <ButtonLink as={Link} to="/cart" state={state} look="line">
        Retry Payment
      </ButtonLink>
      <ButtonLink as={Link} to="/" look="ghost">
        Return to Home
      </ButtonLink>
    </div>
  );
}

/** Creates a new payment page while the order is unpaid; the order's own page shows its state. */
function PayThisOrder({ orderId }: { orderId: string }) {
  const { pay, isLoading, error } = usePayOrder(orderId);
  // The refusal shows that the order cannot be paid any more, and replaces the button.
  const isOver = error !== undefined && apiProblem(error).status === 409;
  return (
    <>
      {isOver ? null : (
        <p className={classes.words}>
          Nothing was charged. An unpaid order waits for its payment for 30 minutes after it was placed.
        </p>
      )}
      {error ? (
        <Alert tone="bad" ref={isOver ? takeFocus : undefined} tabIndex={-1} className={classes.alert}>
          {apiProblem(error).message ?? 'The payment page could not be opened. Please try again.'}
        </Alert>
      ) : null}
      {isOver ? null : (
        <Button look="buy" busy={isLoading} onClick={pay}>
          Pay this order
        </Button>
      )}
      <ButtonLink as={Link} to={`/order?id=${orderId}`} look="line">
        View this order
      </ButtonLink>
      <Ways unpaidOrderId={isOver ? undefined : orderId} />
    </>
  );
}

/** `/payment-cancel`: the return from the payment page; with the order's id it can still be paid. */
export default function PaymentCancelPage() {
  usePageTitle('Payment Canceled');
  const [search] = useSearchParams();
  const orderId = search.get('order');
  return (
    <Outcome panel icon={CircleX} title="Payment Canceled">
      {isShopId(orderId) ? (
        <PayThisOrder orderId={orderId} />
      ) : (
        <>
          <p className={classes.words}>Nothing was charged.</p>
          <Ways />
        </>
      )}
    </Outcome>
  );
}
