import { ButtonLink } from '@kinmel/ui';
import { Link } from '@kinmel/web-kit';
import classes from '../../../outcome/outcome.module.css';
import { Outcome } from '../../../outcome/outcome.tsx';

/** Shown while the payment page opens, and after the browser's Back from it. */
export function PaymentOpens({ orderNumber, address }: { orderNumber: string; address: string }) {
  return (
    <Outcome panel title="The payment page opens">
      <p className={classes.words}>{`Order ${orderNumber} is placed and waits for its payment.`}</p>
      <ButtonLink href={address} look="buy">
        Open the payment page
      </ButtonLink>
      <ButtonLink as={Link} to="/orders" look="line">
        View your orders
      </ButtonLink>
    </Outcome>
  );
}
