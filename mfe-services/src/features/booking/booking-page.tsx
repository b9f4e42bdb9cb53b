import { Breadcrumbs, Container } from '@kinmel/ui';
import { Link, selectUser, useAppSelector, usePageTitle } from '@kinmel/web-kit';
import { useSearchParams } from 'react-router-dom';
import { repairServices } from '../../repairs/repair.content.ts';
import { RepairPicture } from '../../repairs/repair-picture.tsx';
import { RepairPrices } from '../../repairs/repair-prices.tsx';
import { BookingForm } from './booking-form.tsx';
import classes from './booking-page.module.css';

/** `/booking`: a half hour for a repair (RBOOK rows); `?service=` is what /repair was left for. */
export default function BookingPage() {
  usePageTitle('Phone Repair Booking');
  const user = useAppSelector(selectUser);
  const [query] = useSearchParams();
  const service = repairServices.find(({ name }) => name === query.get('service'))?.name;
  return (
    <Container className={classes.page}>
      <div className={classes.main}>
        <header className={classes.head}>
          <Breadcrumbs items={[{ label: 'Repair', to: '/repair' }, { label: 'Booking' }]} link={Link} />
          <h1>Phone Repair Booking</h1>
          <p className={classes.lead}>
            Pick a time. Bring the phone, and its charger if the port is the problem.
          </p>
        </header>
        {/* Another person is another form: nothing that one has typed is left for the next. */}
        <BookingForm key={user?.id} service={service} />
      </div>
      <aside className={classes.aside} aria-label="Prices">
        <RepairPicture />
        <RepairPrices />
      </aside>
    </Container>
  );
}
