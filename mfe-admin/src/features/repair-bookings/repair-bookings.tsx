import { ContentTitle } from '../../frame/content-title.tsx';

/** Bookings of repairs by day and week (SIL-39). */
export default function RepairBookings() {
  return <ContentTitle>Repair bookings</ContentTitle>;
}
