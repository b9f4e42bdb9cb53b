/** The roles of staff, in the order of the page that gives them. A person has one or several. */
export const staffRoles = {
  owner: { label: 'Owner', does: 'Everything, and says who is staff.' },
  support: { label: 'Support', does: 'Orders, requests and returns of customers, credit as goodwill.' },
  workshop: { label: 'Workshop', does: 'Repairs, receives and inspects phones, quotes prices.' },
  catalogue: { label: 'Catalogue', does: 'Products, offers, and devices for sale.' },
  finance: { label: 'Finance', does: 'Refunds, payouts, credit, exchange rates, exports for the books.' },
  releases: { label: 'Releases', does: 'Versions of the shop, parked messages, mails that failed.' },
} as const satisfies Record<string, { readonly label: string; readonly does: string }>;

export type StaffRole = keyof typeof staffRoles;

export const staffRoleNames = Object.keys(staffRoles) as StaffRole[];

/**
 * The rights of staff and the roles that have them; an owner has all. Endpoints name their right, and the service
 * checks it on each call. The back office shows what the person may do.
 */
export const staffRights = {
  'work.see': ['support', 'workshop', 'finance'],
  'work.assign': ['support', 'workshop', 'finance'],
  'orders.see': ['support', 'finance'],
  'orders.change': ['support'],
  'orders.refund': ['finance'],
  'orders.export': ['finance'],
  'figures.see': ['finance'],
  'taxes.export': ['finance'],
  'requests.see': ['support', 'workshop', 'finance'],
  'requests.change': ['support', 'workshop'],
  'requests.quote': ['support', 'workshop'],
  'requests.delete': ['support'],
  'requests.export': ['finance'],
  'returns.see': ['support', 'workshop', 'finance'],
  'returns.change': ['support'],
  'returns.inspect': ['support', 'workshop'],
  'devices.see': ['support', 'workshop', 'catalogue', 'finance'],
  'devices.receive': ['support', 'workshop'],
  'devices.inspect': ['workshop'],
  'devices.sell': ['workshop', 'catalogue'],
  'products.see': ['support', 'workshop', 'catalogue', 'finance', 'releases'],
  'products.change': ['catalogue'],
  'products.export': ['catalogue'],
  'offers.see': ['support', 'catalogue'],
  'offers.change': ['catalogue'],
  'credit.see': ['support', 'finance'],
  'credit.give': ['support', 'finance'],
  'credit.correct': ['finance'],
  'payouts.see': ['support', 'finance'],
  'payouts.pay': ['finance'],
  'payouts.approve': ['finance'],
  'rates.see': ['support', 'workshop', 'catalogue', 'finance'],
  'rates.change': ['finance'],
  'people.see': ['support', 'finance'],
  'mails.see': ['support', 'releases'],
  'mails.retry': ['support', 'releases'],
  'messages.see': ['support', 'releases'],
  'messages.replay': ['releases'],
  'audit.see': ['finance'],
  'audit.export': ['finance'],
  'releases.see': ['releases'],
  'releases.change': ['releases'],
  'staff.see': [],
  'staff.change': [],
} as const satisfies Record<string, readonly Exclude<StaffRole, 'owner'>[]>;

export type StaffRight = keyof typeof staffRights;

export const staffRightNames = Object.keys(staffRights) as StaffRight[];

/**
 * Rights for money, personal data, accounts of staff, and what visitors get. Their calls that change or export something
 * need a password that was entered a short time ago.
 */
export const rightsWithProof: readonly StaffRight[] = [
  'orders.refund',
  'orders.export',
  'taxes.export',
  'requests.export',
  'credit.give',
  'credit.correct',
  'payouts.pay',
  'payouts.approve',
  'rates.change',
  'audit.export',
  'releases.change',
  'staff.change',
];

/** Whether one of the roles has the right. A role that this version does not know has none. */
export const rolesHaveRight = (roles: readonly string[], right: StaffRight): boolean =>
  roles.includes('owner') || staffRights[right].some((role) => roles.includes(role));
