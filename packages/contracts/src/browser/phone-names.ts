import { normalizeIdentifier } from './typed-text.ts';

const brandNames: Readonly<Record<string, string>> = { oneplus: 'OnePlus', oppo: 'OPPO', other: 'Other' };

/** "Rose Gold" for `rose-gold`; empty without a value. */
export const shownName = (value = ''): string =>
  brandNames[value] ?? value.replaceAll(/(^|-)[a-z]/g, (start) => start.replace('-', ' ').toUpperCase());

/** For example "128 GB" or "1 TB". */
export const storageName = (gigabytes: string): string => (gigabytes === '1024' ? '1 TB' : `${gigabytes} GB`);

/** Normalises storages ("128GB", "128 GB", "128"; "1 TB", "1024") and colors, so that equal ones compare equal. */
export function variantKey(text: string): string {
  const plain = normalizeIdentifier(text).toLowerCase();
  const [, figure, unit] = /^(\d+(?:\.\d+)?) ?([gt])?(?:b|ib|igabytes?|erabytes?)?$/.exec(plain) ?? [];
  return figure === undefined ? plain : String(Number(figure) * (unit === 't' ? 1024 : 1));
}

/** The fields that name a used phone. */
export const usedPhoneFields = ['brand', 'model', 'storage', 'color'] as const;

type UsedPhone = Readonly<Record<(typeof usedPhoneFields)[number], string>>;

/** For example "Apple iPhone 13"; only the model for other brands. */
export const phoneName = ({ brand, model }: Pick<UsedPhone, 'brand' | 'model'>): string =>
  brand === 'other' ? model : `${shownName(brand)} ${model}`;

/** For example "128 GB, Black". */
export const phoneVariant = ({ storage, color }: Pick<UsedPhone, 'storage' | 'color'>): string =>
  `${storageName(storage)}, ${shownName(color)}`;

/** For example "Apple iPhone 13, 128 GB, Black". */
export const usedPhoneName = (phone: UsedPhone): string => `${phoneName(phone)}, ${phoneVariant(phone)}`;
