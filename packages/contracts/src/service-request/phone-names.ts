import type { SellRequestAnswer } from './sell-request.ts';

const names: Readonly<Record<string, string>> = { oneplus: 'OnePlus', oppo: 'OPPO', other: 'Other' };

/** "Rose Gold" for `rose-gold`. */
export const spokenName = (value: string): string =>
  names[value] ?? value.replaceAll(/(^|-)[a-z]/g, (start) => start.replace('-', ' ').toUpperCase());

export const storageName = (gigabytes: string): string => (gigabytes === '1024' ? '1 TB' : `${gigabytes} GB`);

/** "Apple iPhone 13, 128 GB, Black". */
export const usedPhoneName = ({
  brand,
  model,
  storage,
  color,
}: Pick<SellRequestAnswer, 'brand' | 'model' | 'storage' | 'color'>): string =>
  [brand === 'other' ? model : `${spokenName(brand)} ${model}`, storageName(storage), spokenName(color)].join(
    ', ',
  );
