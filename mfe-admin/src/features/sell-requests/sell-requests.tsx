import { ContentTitle } from '../../frame/content-title.tsx';

/** Requests of customers who want to sell a phone (AGEN-01). */
export default function SellRequests() {
  return <ContentTitle>Sell Phone Requests</ContentTitle>;
}
