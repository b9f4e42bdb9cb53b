import { ContentTitle } from '../../frame/content-title.tsx';

/** Orders of new phones (AGEN-02). */
export default function BookingOrders() {
  return <ContentTitle>Phone Orders Management</ContentTitle>;
}
