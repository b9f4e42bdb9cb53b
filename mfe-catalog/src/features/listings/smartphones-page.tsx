import { ListingPage } from './listing-page.tsx';
import { smartphones } from './listings.content.ts';

export default function SmartphonesPage() {
  return <ListingPage listing={smartphones} />;
}
