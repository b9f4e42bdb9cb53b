/** Texts that the owner of the shop may change. */
export const regionalBanner = {
  title: 'Dashain and Tihar prices, all month',
  /** `region` comes last, because it may be loaded later and must not shift other words. */
  text: (region: string | undefined) =>
    `Selected phones and watches until the end of the festival${region ? `, in ${region}` : ''}.`,
  to: '/smartphone?sort=discount_desc',
  link: 'See the biggest savings',
} as const;

export const iphoneBanner = {
  title: 'iPhone, up to 35% off',
  text: 'Pre-loved iPhone 13 Pro from NPR 85,500.',
  to: '/search-results?q=iPhone',
  link: 'See every iPhone',
} as const;

export const newsletterBox = {
  title: 'News of the next offer',
  text: 'One mail when a new offer starts. You can leave any time.',
} as const;
