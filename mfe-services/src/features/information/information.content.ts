import HandCoins from 'lucide-react/icons/hand-coins';
import Recycle from 'lucide-react/icons/recycle';
import Search from 'lucide-react/icons/search';
import ShoppingBag from 'lucide-react/icons/shopping-bag';
import Wrench from 'lucide-react/icons/wrench';

/**
 * The texts of /about and /contact and the social links, for the owner to change (decision SIL-32). Address, phone,
 * hours and promises come from the policy record.
 */
export const aboutTexts = {
  title: 'About Kinmel',
  lead: 'Kinmel means buying and selling. We do both with phones and gadgets, and we repair them and find the new one that you want.',
  offersTitle: 'What we do',
  offers: [
    {
      Icon: ShoppingBag,
      name: 'We sell, new and pre-loved',
      text: 'Smartphones, laptops, watches, earphones and accessories. A pre-loved phone is checked and cleaned first.',
      link: 'See all categories',
      to: '/categories',
    },
    {
      Icon: HandCoins,
      name: 'We buy yours',
      text: 'An estimate at once, a quote within 24 hours, pickup at your door and payment on the same day.',
      link: 'Sell your phone',
      to: '/sellyourphone',
    },
    {
      Icon: Wrench,
      name: 'We repair',
      text: 'Screens, batteries, charging ports and water damage, at a time that you book.',
      link: 'See repairs and prices',
      to: '/repair',
    },
    {
      Icon: Search,
      name: 'We get the new one',
      text: 'Tell us the phone, colour and storage. We order it and call you within 24 hours.',
      link: 'Book a new phone',
      to: '/newphonebooking',
    },
    {
      Icon: Recycle,
      name: 'We recycle',
      text: 'A phone that nobody can use any more goes into recycling, not into a drawer. We take any.',
      link: 'Hand in a phone',
      to: '/sellyourphone',
    },
  ],
  promisesTitle: 'What we promise',
  callTitle: 'Questions',
  callText: 'Write, call or come by.',
  callLink: 'Contact us',
} as const;

export const contact = {
  title: 'Contact',
  lead: 'Write, call or come by. We answer in the order in which you ask.',
  waysTitle: 'How to reach us',
  mapTitle: 'Where to find us',
  mapLink: 'Open the map',
  mapHint: 'Opens OpenStreetMap in a new window.',
  socialTitle: 'Follow us',
} as const;

/** A map search on another site, opened only by a click. */
export const mapAddress = (address: string) =>
  `https://www.openstreetmap.org/search?${new URLSearchParams({ query: address })}`;
