import type { Product } from '@kinmel/contracts';

const phones: readonly Product['category'][] = ['smartphone', 'premiumsmartphones', 'galaxyproducts'];

export function serviceLinksOf({ category, name }: Pick<Product, 'category' | 'name'>) {
  const sell = {
    to: '/sellyourphone',
    name: 'Sell yours',
    text: `A quote for your ${name} within 24 hours.`,
  };
  const repair = { to: '/repair', name: 'Repair this model', text: 'Screens, batteries and ports.' };
  const book = {
    to: '/newphonebooking',
    name: 'Book a new phone',
    text: 'The colour and storage that you want, ordered for you.',
  };
  if (phones.includes(category)) return [sell, repair, book];
  return category === 'laptop' ? [repair] : [];
}
