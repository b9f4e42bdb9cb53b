import { ContentTitle } from '../../frame/content-title.tsx';

/** The form of an offer and the offers that there are, as tab and as page (AGEN-05). */
export default function AddOffer() {
  return <ContentTitle>Add Special Offer</ContentTitle>;
}
