/**
 * The pages of the specification. While no deployed remote has a page, the shell shows its title, with status 200. Pages
 * declared by a remote come first; admin pages are known to admins only.
 */
export const knownPages: readonly {
  readonly path: string;
  readonly title: string;
}[] = [
  { path: '/', title: 'Home' },
  { path: '/categories', title: 'Categories' },
  { path: '/smartphone', title: 'Smartphones' },
  { path: '/watches', title: 'Accessories' },
  { path: '/laptops', title: 'Laptops' },
  { path: '/airpods', title: 'Earphones' },
  { path: '/productdetails', title: 'Product details' },
  { path: '/search-results', title: 'Search results' },
  { path: '/wishlist', title: 'Wishlist' },
  { path: '/cart', title: 'Your Shopping Cart' },
  { path: '/checkout', title: 'Checkout' },
  { path: '/payment-success', title: 'Payment' },
  { path: '/payment-cancel', title: 'Payment Canceled' },
  { path: '/sellyourphone', title: 'Sell Your Phone' },
  { path: '/repair', title: 'Repair services' },
  { path: '/booking', title: 'Phone Repair Booking' },
  { path: '/newphonebooking', title: 'New phone booking' },
  { path: '/specialoffers', title: 'Special Offers' },
  { path: '/newsletter', title: 'Newsletter' },
  { path: '/about', title: 'About' },
  { path: '/contact', title: 'Contact' },
  { path: '/orders', title: 'Your Orders' },
  { path: '/order', title: 'Your order' },
  { path: '/profile', title: 'Profile' },
  { path: '/login', title: 'Login' },
  { path: '/signup', title: 'Signup' },
  { path: '/forgetpassword', title: 'Reset Password' },
  { path: '/resetpassword', title: 'New password' },
];
