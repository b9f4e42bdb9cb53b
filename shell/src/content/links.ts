export interface ShopLink {
  readonly to: string;
  readonly label: string;
}

/** The links of the navigation bar, in order; the Services button stands after the first group (NAV-08 to NAV-15). */
export const mainLinks: readonly ShopLink[] = [
  { to: '/', label: 'Home' },
  { to: '/categories', label: 'Categories' },
  { to: '/sellyourphone', label: 'Sell your phone' },
  { to: '/repair', label: 'Repair' },
  { to: '/specialoffers', label: 'Special offers' },
  { to: '/newphonebooking', label: 'New phone booking' },
];

export const informationLinks: typeof mainLinks = [
  { to: '/about', label: 'About' },
  { to: '/contact', label: 'Contact' },
];

/** The columns of the footer. */
export const footerColumns: readonly { readonly title: string; readonly links: readonly ShopLink[] }[] = [
  {
    title: 'Shop',
    links: [
      { to: '/smartphone', label: 'Smartphones' },
      { to: '/watches', label: 'Accessories' },
      { to: '/laptops', label: 'Laptops' },
      { to: '/airpods', label: 'Earphones' },
      { to: '/specialoffers', label: 'Special offers' },
    ],
  },
  {
    title: 'Services',
    links: [
      { to: '/sellyourphone', label: 'Sell your phone' },
      { to: '/repair', label: 'Repair' },
      { to: '/newphonebooking', label: 'New phone booking' },
    ],
  },
  {
    title: 'Account',
    links: [
      { to: '/profile', label: 'Profile' },
      { to: '/orders', label: 'Orders' },
      { to: '/wishlist', label: 'Wishlist' },
      { to: '/cart', label: 'Cart' },
    ],
  },
];
