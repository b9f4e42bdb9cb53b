import { aMailbox, orderPhone } from './requests.ts';
import { anyProduct } from './shop-products.ts';

/** Every kind of page of the remotes and the shell, named for test titles. */
export const shopPages = [
  { name: 'home', address: '/' },
  { name: 'categories', address: '/categories' },
  { name: 'smartphones', address: '/smartphone' },
  { name: 'watches', address: '/watches' },
  { name: 'laptops', address: '/laptops' },
  { name: 'earphones', address: '/airpods' },
  { name: 'product', address: '/productdetails?id={id}' },
  { name: 'search', address: '/search-results?q=galaxy' },
  { name: 'wishlist', address: '/wishlist' },
  { name: 'cart', address: '/cart' },
  { name: 'payment that is looked up', address: '/payment-success' },
  { name: 'payment that was left', address: '/payment-cancel' },
  { name: 'special offers', address: '/specialoffers' },
  { name: 'sell your phone', address: '/sellyourphone' },
  { name: 'repair', address: '/repair' },
  { name: 'repair booking', address: '/booking' },
  { name: 'new phone booking', address: '/newphonebooking' },
  { name: 'newsletter link', address: '/newsletter?confirm=x' },
  { name: 'about', address: '/about' },
  { name: 'contact', address: '/contact' },
  { name: 'login', address: '/login' },
  { name: 'signup', address: '/signup' },
  { name: 'forgotten password', address: '/forgetpassword' },
  { name: 'reset link', address: '/resetpassword' },
  { name: 'link of a request', address: '/request-links/{link}' },
  { name: 'not found', address: '/no-such-page' },
] as const;

let link: string | undefined;

/** The secret of one shared request for all tests of its page. */
async function aLink(): Promise<string> {
  link ??= await orderPhone({ email: aMailbox('link') });
  return link.split('/').at(-1) ?? '';
}

/** The address with a sample product or a request's link filled in. */
export async function addressOf({ address }: { address: string }): Promise<string> {
  if (address.includes('{link}')) return address.replace('{link}', await aLink());
  return address.includes('{id}') ? address.replace('{id}', (await anyProduct()).id) : address;
}
