import type { repairModels, sellColors, sellConditions, sellStorages } from '@kinmel/contracts';

/** Words for values: the contract's schemas are too large for a page. */
export const storageWords: Readonly<Record<(typeof sellStorages)[number], string>> = {
  16: '16 GB',
  32: '32 GB',
  64: '64 GB',
  128: '128 GB',
  256: '256 GB',
  512: '512 GB',
  1024: '1024 GB',
};

export const colorWords: Readonly<Record<(typeof sellColors)[number], string>> = {
  black: 'Black',
  white: 'White',
  silver: 'Silver',
  gold: 'Gold',
  'rose-gold': 'Rose gold',
  blue: 'Blue',
  green: 'Green',
  red: 'Red',
  purple: 'Purple',
  pink: 'Pink',
  yellow: 'Yellow',
  orange: 'Orange',
  other: 'Other',
};

export const conditionWords: Readonly<
  Record<(typeof sellConditions)[number], { readonly name: string; readonly detail: string }>
> = {
  excellent: { name: 'Excellent', detail: 'No marks' },
  good: { name: 'Good', detail: 'Light marks' },
  fair: { name: 'Fair', detail: 'Clear marks' },
  poor: { name: 'Poor', detail: 'Damaged' },
};

/** RBOOK-04, exactly. */
export const repairModelNames: readonly (typeof repairModels)[number][] = [
  'iPhone 15 Pro Max',
  'iPhone 15 Pro',
  'iPhone 15',
  'Samsung Galaxy S25 Ultra',
  'S25+',
  'S25',
  'Google Pixel 9 Pro',
  'Pixel 9',
];
