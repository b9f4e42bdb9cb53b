import type { SellRequestAnswer } from './sell-request.ts';

const names: Readonly<Record<string, string>> = { oneplus: 'OnePlus', oppo: 'OPPO', other: 'Other' };

/** "Rose Gold" for `rose-gold`. */
export const spokenName = (value: string): string =>
  names[value] ?? value.replaceAll(/(^|-)[a-z]/g, (start) => start.replace('-', ' ').toUpperCase());

export const storageName = (gigabytes: string): string => (gigabytes === '1024' ? '1 TB' : `${gigabytes} GB`);

export const usedPhoneFields = ['brand', 'model', 'storage', 'color'] as const;

type UsedPhone = Pick<SellRequestAnswer, (typeof usedPhoneFields)[number]>;

/** "Apple iPhone 13, 128 GB, Black". */
export function usedPhoneName({ brand, model, storage, color }: UsedPhone): string {
  const name = brand === 'other' ? model : `${spokenName(brand)} ${model}`;
  return `${name}, ${storageName(storage)}, ${spokenName(color)}`;
}
