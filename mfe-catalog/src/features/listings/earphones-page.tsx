import { ListingPage } from './listing-page.tsx';
import { earphones } from './listings.content.ts';

export default function EarphonesPage() {
  return <ListingPage listing={earphones} />;
}
