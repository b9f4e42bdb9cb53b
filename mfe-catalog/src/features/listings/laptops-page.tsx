import { ListingPage } from './listing-page.tsx';
import { laptops } from './listings.content.ts';

export default function LaptopsPage() {
  return <ListingPage listing={laptops} />;
}
