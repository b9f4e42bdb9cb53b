import { ContentTitle } from '../../frame/content-title.tsx';

/** Orders of carts (AGEN-03, ACHK-01). */
export default function CheckoutOrders() {
  return <ContentTitle>Orders Management</ContentTitle>;
}
