/** The words and fixed figures of the home page, in one place for the owner to change (decisions SIL-30 to SIL-32). */

export const hero = {
  title: 'Phones worth keeping.',
  sentence:
    'New and pre-loved phones, laptops, watches and earphones. Sell us your old one, or let us repair it.',
};

export const reasons = [
  {
    icon: 'checked',
    title: 'Every phone is checked',
    text: 'Battery, screen, cameras and ports are tested before a phone is listed.',
  },
  {
    icon: 'price',
    title: 'One clear price',
    text: 'You see the price, the old price and what you save. Shipping and tax stand in the cart.',
  },
  {
    icon: 'sell',
    title: 'We buy yours too',
    text: 'Send us the details and get a quote within 24 hours. Pickup at your door.',
  },
  {
    icon: 'repair',
    title: 'We repair what we sell',
    text: 'Screens, batteries and ports, done by the people who test our phones.',
  },
] as const;

export const multiBuyOffer = {
  title: 'Multi Buy Offer',
  sentence: 'Galaxy phones for you and for whoever comes along.',
  banner: 'up to 30% off',
};

/** HOME-07 in its order; the targets are decision SIL-30. */
export const services = [
  { icon: 'phone', name: 'Sell Phone', text: 'A quote within 24 hours', to: '/sellyourphone' },
  { icon: 'bag', name: 'Buy Phone', text: 'New and pre-loved', to: '/smartphone' },
  { icon: 'laptop', name: 'Buy Laptops', text: 'For study, work and play', to: '/laptops' },
  { icon: 'wrench', name: 'Repair Phone', text: 'Screens, batteries and ports', to: '/repair' },
  { icon: 'laptopCheck', name: 'Repair Laptop', text: 'Book a time with us', to: '/repair' },
  { icon: 'search', name: 'Find New Phone', text: 'We get the one you want', to: '/newphonebooking' },
  { icon: 'watch', name: 'Buy Smartwatches', text: 'And the bands to match', to: '/watches' },
  { icon: 'recycle', name: 'Recycle', text: 'We take any phone', to: '/sellyourphone' },
] as const;

export const sellCall = {
  title: 'Your old phone still has value',
  text: 'Tell us the model and its condition. We answer with a quote within 24 hours, pick it up at your door and pay the same day.',
};

/** HOME-10 to HOME-12: the three categories of decision SIL-31 with their fixed figures. */
export const buySellSave = [
  { art: 'phone', name: 'Smartphones', listings: 1240, sellers: 318, to: '/smartphone' },
  { art: 'laptop', name: 'Laptops', listings: 460, sellers: 124, to: '/laptops' },
  { art: 'watch', name: 'Watches', listings: 380, sellers: 96, to: '/watches' },
] as const;

/** The two lists of the page: their words, and the texts of each of their states (decision SIL-25, LIST-12 to 14). */
export const premiumList = {
  title: 'Premium pre-loved smartphones',
  sentence: 'Checked, cleaned and ready for a second owner.',
  range: 'premiumsmartphones',
  errorTexts: {
    failed: 'Failed to load premium smartphones. Please try again later.',
    unreadable: 'Failed to fetch premium smartphones',
  },
  emptyText: 'No premium smartphones available at the moment.',
  emptyDetail: 'Please check back later!',
} as const;

export const galaxyList = {
  range: 'galaxyproducts',
  errorTexts: {
    failed: 'Failed to load Galaxy products. Please try again later.',
    unreadable: 'Failed to fetch Galaxy products',
  },
  emptyText: 'No Galaxy products available at the moment.',
  emptyDetail: 'Please check back later!',
} as const;
