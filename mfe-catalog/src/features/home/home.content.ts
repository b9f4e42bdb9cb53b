import type { LucideIcon } from 'lucide-react';
import CreditCard from 'lucide-react/icons/credit-card';
import HandCoins from 'lucide-react/icons/hand-coins';
import Laptop from 'lucide-react/icons/laptop';
import LaptopMinimalCheck from 'lucide-react/icons/laptop-minimal-check';
import PackageCheck from 'lucide-react/icons/package-check';
import Recycle from 'lucide-react/icons/recycle';
import ScanSearch from 'lucide-react/icons/scan-search';
import Search from 'lucide-react/icons/search';
import ShoppingBag from 'lucide-react/icons/shopping-bag';
import Smartphone from 'lucide-react/icons/smartphone';
import Tag from 'lucide-react/icons/tag';
import Watch from 'lucide-react/icons/watch';
import Wrench from 'lucide-react/icons/wrench';
import { marigoldPhoneArt, orangeWatchArt, silverLaptopArt } from '../../art/art.ts';

/** The texts and fixed numbers of the home page. */

interface Claim {
  readonly text: string;
  /** Required page: without it the reason is not shown. */
  readonly needs?: '/sellyourphone' | '/repair';
}

export const hero: { readonly title: string; readonly sentences: readonly Claim[] } = {
  title: 'Phones worth keeping.',
  sentences: [
    { text: 'New and pre-loved phones, laptops, watches and earphones.' },
    { text: 'Sell us your old one.', needs: '/sellyourphone' },
    { text: 'Let us repair it.', needs: '/repair' },
  ],
};

interface Reason extends Claim {
  readonly icon: LucideIcon;
  readonly title: string;
}

/** The first four whose page exists are shown. */
export const reasons: readonly Reason[] = [
  {
    icon: ScanSearch,
    title: 'Every phone is checked',
    text: 'Battery, screen, cameras and ports are tested before a phone is listed.',
  },
  {
    icon: Tag,
    title: 'One clear price',
    text: 'You see the price, the old price and what you save. Shipping and tax stand in the cart.',
  },
  {
    icon: HandCoins,
    title: 'We buy yours too',
    text: 'Send us the details and get a quote within 24 hours. Pickup at your door.',
    needs: '/sellyourphone',
  },
  {
    icon: Wrench,
    title: 'We repair what we sell',
    text: 'Screens, batteries and ports, done by the people who test our phones.',
    needs: '/repair',
  },
  {
    icon: CreditCard,
    title: 'Pay at the door or online',
    text: 'Cash when your order arrives, or before on the page of a payment provider.',
  },
  {
    icon: PackageCheck,
    title: 'Follow your order',
    text: 'Each one has its state, its invoice, and a button to cancel it while it is pending.',
  },
];

export const multiBuyOffer = {
  title: 'Multi Buy Offer',
  sentence: 'Galaxy phones for you and for your friends.',
  banner: 'up to 30% off',
};

/** Replaces the text of a service whose page does not exist. */
export const notOpenYet = 'Not open yet';

export const services = [
  { icon: Smartphone, name: 'Sell Phone', text: 'A quote within 24 hours', to: '/sellyourphone' },
  { icon: ShoppingBag, name: 'Buy Phone', text: 'New and pre-loved', to: '/smartphone' },
  { icon: Laptop, name: 'Buy Laptops', text: 'For study, work and play', to: '/laptops' },
  { icon: Wrench, name: 'Repair Phone', text: 'Screens, batteries and ports', to: '/repair' },
  { icon: LaptopMinimalCheck, name: 'Repair Laptop', text: 'Book a time with us', to: '/repair' },
  { icon: Search, name: 'Find New Phone', text: 'We get the one you want', to: '/newphonebooking' },
  { icon: Watch, name: 'Buy Smartwatches', text: 'And the bands to match', to: '/watches' },
  { icon: Recycle, name: 'Recycle', text: 'We take any phone', to: '/sellyourphone' },
] as const;

export const sellCall = {
  title: 'Your old phone still has value',
  text: 'Tell us the model and its condition. We answer with a quote within 24 hours, pick it up at your door and pay the same day.',
  notOpenYet: 'Selling it to us is not open yet. Until then we help by mail and phone.',
};

export const buySellSave = [
  { art: marigoldPhoneArt, name: 'Smartphones', listings: 1240, sellers: 318, to: '/smartphone' },
  { art: silverLaptopArt, name: 'Laptops', listings: 460, sellers: 124, to: '/laptops' },
  { art: orangeWatchArt, name: 'Watches', listings: 380, sellers: 96, to: '/watches' },
] as const;

/** The two lists of the page with the texts of each state. */
export const premiumList = {
  title: 'Premium pre-loved smartphones',
  sentence: 'Checked, cleaned and ready for a second owner.',
  range: 'premiumsmartphones',
  errorTexts: {
    failed: 'Failed to load premium smartphones. Please try again later.',
    unreadable: 'Failed to fetch premium smartphones',
  },
  emptyText: 'No premium smartphones available at the moment.',
} as const;

export const galaxyList = {
  range: 'galaxyproducts',
  errorTexts: {
    failed: 'Failed to load Galaxy products. Please try again later.',
    unreadable: 'Failed to fetch Galaxy products',
  },
  emptyText: 'No Galaxy products available at the moment.',
} as const;
