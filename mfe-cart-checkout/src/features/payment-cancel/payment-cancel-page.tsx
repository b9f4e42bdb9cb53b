import { Alert, Button, ButtonLink } from '@kinmel/ui';
import { apiProblem, Link, usePageTitle } from '@kinmel/web-kit';
import CircleX from 'lucide-react/icons/circle-x';
import { useSearchParams } from 'react-router-dom';
import { usePayOrderMutation } from '../../cart-api.ts';
import { leaveShop } from '../../leave-shop.ts';
import classes from '../../outcome/outcome.module.css';
import { Outcome } from '../../outcome/outcome.tsx';

const orderIdForm = /^[0-9a-f]{24}$/;

/** Asks for a new payment page of the order that waits for its payment. */
function PayThisOrder({ orderId }: { orderId: string }) {
  const [pay, { isLoading, error }] = usePayOrderMutation();
  const open = async () => {
    const { data: address } = await pay(orderId);
    if (address) leaveShop(address);
  };
  return (
    <>
      <p className={classes.words}>Your order waits for its payment for 30 minutes after it was placed.</p>
      {error ? (
        <Alert tone="bad" className={classes.alert}>
          {apiProblem(error).message ?? 'The payment page could not be opened. Please try again.'}
        </Alert>
      ) : null}
      <Button look="buy" busy={isLoading} onClick={() => void open()}>
        Pay this order
      </Button>
    </>
  );
}

/** `/payment-cancel` (ROUTE-34): the way back from the payment page; with the order's id it can still be paid. */
export default function PaymentCancelPage() {
  usePageTitle('Payment Canceled');
  const [search] = useSearchParams();
  const orderId = search.get('order') ?? '';
  return (
    <Outcome panel icon={CircleX} title="Payment Canceled">
      <p className={classes.words}>Nothing was charged.</p>
      {orderIdForm.test(orderId) ? <PayThisOrder orderId={orderId} /> : null}
      <div className={classes.ways}>
        <ButtonLink as={Link} to="/cart" look="line">
          Retry Payment
        </ButtonLink>
        <ButtonLink as={Link} to="/" look="ghost">
          Return to Home
        </ButtonLink>
      </div>
    </Outcome>
  );
}
