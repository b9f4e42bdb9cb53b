import { ButtonLink } from '@kinmel/ui';
import { Link, usePageTitle } from '@kinmel/web-kit';
import CircleX from 'lucide-react/icons/circle-x';
import { useSearchParams } from 'react-router-dom';
import { isShopId } from '../../cart-api.ts';
import classes from '../../outcome/outcome.module.css';
import { Outcome } from '../../outcome/outcome.tsx';
import { PayThisOrder, usePayOrder } from '../../outcome/pay-this-order.tsx';
import { withUnpaidOrder } from '../../unpaid-order.ts';

function NextLinks({ unpaidOrderId }: { unpaidOrderId?: string | undefined }) {
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

/** While the order is unpaid it can be paid here; its own page shows its state. */
function UnpaidOrder({ orderId }: { orderId: string }) {
  const payment = usePayOrder(orderId);
  const { isNoLongerPayable } = payment;
  return (
    <>
      {isNoLongerPayable ? null : (
        <p className={classes.words}>
          Nothing was charged. An unpaid order waits for its payment for 30 minutes after it was placed.
        </p>
      )}
      <PayThisOrder {...payment} />
      <ButtonLink as={Link} to={`/order?id=${orderId}`} look="line">
        View this order
      </ButtonLink>
      <NextLinks unpaidOrderId={isNoLongerPayable ? undefined : orderId} />
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
        <UnpaidOrder orderId={orderId} />
      ) : (
        <>
          <p className={classes.words}>Nothing was charged.</p>
          <NextLinks />
        </>
      )}
    </Outcome>
  );
}
