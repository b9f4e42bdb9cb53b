import { Container } from '@kinmel/ui';
import { selectUser, useAppSelector, usePageTitle } from '@kinmel/web-kit';
import layout from '../../layout/layout.module.css';
import { PageHead } from '../../layout/page-head.tsx';
import { PhoneOrderForm } from './phone-order-form.tsx';

/** `/newphonebooking`. */
export default function PhoneOrderPage() {
  usePageTitle('New phone booking');
  const user = useAppSelector(selectUser);
  return (
    <Container page className={`stack gap-40 ${layout.formPage}`}>
      <PageHead
        title="New phone booking"
        lead="Tell us which phone you want. We get it, and our team contacts you within 24 hours."
      />
      {/* A new form for another user. */}
      <PhoneOrderForm key={user?.id} />
    </Container>
  );
}
