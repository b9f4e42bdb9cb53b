import { Breadcrumbs, Container } from '@kinmel/ui';
import { Link, selectUser, useAppSelector, usePageTitle } from '@kinmel/web-kit';
import { useSearchParams } from 'react-router-dom';
import { PageHead } from '../../layout/page-head.tsx';
import { repairServices } from '../../repairs/repair.content.ts';
import { RepairPicture } from '../../repairs/repair-picture.tsx';
import { RepairPrices } from '../../repairs/repair-prices.tsx';
import { BookingForm } from './booking-form.tsx';
import classes from './booking-page.module.css';

/** `/booking`. `?service=` is the repair that was chosen on `/repair`. */
export default function BookingPage() {
  usePageTitle('Phone Repair Booking');
  const user = useAppSelector(selectUser);
  const [query] = useSearchParams();
  const service = repairServices.find(({ name }) => name === query.get('service'))?.name;
  return (
    <Container page className={classes.page}>
      <div className="stack gap-40">
        <PageHead
          title="Phone Repair Booking"
          lead="Pick a time. Bring the phone, and its charger if the port is the problem."
        >
          <Breadcrumbs items={[{ label: 'Repair', to: '/repair' }, { label: 'Booking' }]} link={Link} />
        </PageHead>
        {/* A new form for another user. */}
        <BookingForm key={user?.id} service={service} />
      </div>
      <aside className="stack gap-16" aria-label="Prices">
        <RepairPicture />
        <RepairPrices />
      </aside>
    </Container>
  );
}
