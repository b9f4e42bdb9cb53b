import { Container } from '@kinmel/ui';
import { selectUser, useAppSelector, usePageTitle } from '@kinmel/web-kit';
import { PhoneOrderForm } from './phone-order-form.tsx';
import classes from './phone-order-page.module.css';

/** `/newphonebooking`: the order of a new phone, also without an account (NPB rows, GEN-10). */
export default function PhoneOrderPage() {
  usePageTitle('New phone booking');
  const user = useAppSelector(selectUser);
  return (
    <Container className={classes.page}>
      <header className={classes.head}>
        <h1>New phone booking</h1>
        <p className={classes.lead}>
          Tell us which phone you want. We get it, and our team contacts you within 24 hours.
        </p>
      </header>
      {/* Another person is another form: nothing that one has typed is left for the next. */}
      <PhoneOrderForm key={user?.id} />
    </Container>
  );
}
