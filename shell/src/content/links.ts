import BadgePercent from 'lucide-react/icons/badge-percent';
import CalendarPlus from 'lucide-react/icons/calendar-plus';
import HandCoins from 'lucide-react/icons/hand-coins';
import House from 'lucide-react/icons/house';
import Info from 'lucide-react/icons/info';
import LayoutGrid from 'lucide-react/icons/layout-grid';
import Mail from 'lucide-react/icons/mail';
import Wrench from 'lucide-react/icons/wrench';
import type { ComponentType } from 'react';

export interface ShopLink {
  readonly to: string;
  readonly label: string;
}

/** The links of the navigation bar, in order; the Services button stands after the first group (NAV-08 to NAV-15). */
export const mainLinks: readonly (ShopLink & { readonly icon: ComponentType<{ className?: string }> })[] = [
  { to: '/', label: 'Home', icon: House },
  { to: '/categories', label: 'Categories', icon: LayoutGrid },
  { to: '/sellyourphone', label: 'Sell your phone', icon: HandCoins },
  { to: '/repair', label: 'Repair', icon: Wrench },
  { to: '/specialoffers', label: 'Special offers', icon: BadgePercent },
  { to: '/newphonebooking', label: 'New phone booking', icon: CalendarPlus },
];

export const informationLinks: typeof mainLinks = [
  { to: '/about', label: 'About', icon: Info },
  { to: '/contact', label: 'Contact', icon: Mail },
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
