import { Alert, Button, takeFocus } from '@kinmel/ui';
import { apiProblem } from '@kinmel/web-kit';
import { leaveShop } from '@kinmel/web-kit/forms';
import { cartApi } from '../cart-api.ts';
import classes from './outcome.module.css';

/** Creates a new payment page of an unpaid order, and opens it. */
export function usePayOrder(orderId: string, beforeLeaving?: (orderId: string) => void) {
  const [open, { isLoading, error }] = cartApi.useOpenPaymentPageMutation();
  const pay = async () => {
    const { data: page } = await open(orderId);
    if (!page) return;
    beforeLeaving?.(orderId);
    leaveShop(page);
  };
  // The order cannot be paid any more.
  const isNoLongerPayable = error !== undefined && apiProblem(error).code === 'conflict';
  return { pay: () => void pay(), isLoading, error, isNoLongerPayable };
}

interface PayThisOrderProps extends ReturnType<typeof usePayOrder> {
  text?: string;
}

/** The button that pays an order, with why its payment page could not be opened. */
export function PayThisOrder(props: PayThisOrderProps) {
  const { pay, isLoading, error, isNoLongerPayable, text = 'Pay this order' } = props;
  return (
    <>
      {error ? (
        <Alert
          tone="bad"
          ref={isNoLongerPayable ? takeFocus : undefined}
          tabIndex={-1}
          className={classes.alert}
        >
          {apiProblem(error).message ?? 'The payment page could not be opened. Please try again.'}
        </Alert>
      ) : null}
      {isNoLongerPayable ? null : (
        <Button look="buy" busy={isLoading} onClick={pay}>
          {text}
        </Button>
      )}
    </>
  );
}
