import { ListingPage } from './listing-page.tsx';
import { watches } from './listings.content.ts';

export default function WatchesPage() {
  return <ListingPage listing={watches} />;
}
