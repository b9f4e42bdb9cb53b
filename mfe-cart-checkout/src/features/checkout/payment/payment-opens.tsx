import { ButtonLink, Container, Loading } from '@kinmel/ui';
import { Link } from '@kinmel/web-kit';
import classes from '../placing/order-placed.module.css';

/** Stands while the payment page opens, and for who comes back from it by the browser's own button. */
export function PaymentOpens({ orderNumber, address }: { orderNumber: string; address: string }) {
  return (
    <Container className={classes.page}>
      <Loading className={classes.panel} text="The payment page opens">
        <h1 className={classes.title}>The payment page opens</h1>
        <p className={classes.words}>{`Order ${orderNumber} is placed and waits for its payment.`}</p>
        <ButtonLink href={address} look="buy">
          Open the payment page
        </ButtonLink>
        <ButtonLink as={Link} to="/orders" look="line">
          View your orders
        </ButtonLink>
      </Loading>
    </Container>
  );
}
