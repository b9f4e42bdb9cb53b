import type { sellBrands, sellColors, sellConditions, sellStorages } from '@kinmel/contracts';

/** SELL-17. Words for values: the contract's schemas are too large for a page. */
export const brandWords: Readonly<Record<(typeof sellBrands)[number], string>> = {
  apple: 'Apple',
  samsung: 'Samsung',
  google: 'Google',
  oneplus: 'OnePlus',
  xiaomi: 'Xiaomi',
  huawei: 'Huawei',
  oppo: 'Oppo',
  vivo: 'Vivo',
  other: 'Other',
};

/** SELL-18. */
export const conditionWords: Readonly<
  Record<(typeof sellConditions)[number], { readonly name: string; readonly detail: string }>
> = {
  excellent: { name: 'Excellent', detail: 'No marks' },
  good: { name: 'Good', detail: 'Light marks' },
  fair: { name: 'Fair', detail: 'Clear marks' },
  poor: { name: 'Poor', detail: 'Damaged' },
};

/** SELL-19. */
export const storageWords: Readonly<Record<(typeof sellStorages)[number], string>> = {
  16: '16 GB',
  32: '32 GB',
  64: '64 GB',
  128: '128 GB',
  256: '256 GB',
  512: '512 GB',
  1024: '1024 GB',
};

/** SELL-20. */
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

/** What is asked of the phone (SELL-01); a choice that was not made is empty. */
export interface PhoneFields {
  readonly brand: string;
  readonly model: string;
  readonly storage: string;
  readonly color: string;
  readonly condition: string;
  readonly expectedPrice: string;
  readonly hasCharger: boolean;
  readonly description: string;
}

/** How the seller is reached. */
export interface ContactFields {
  readonly fullName: string;
  readonly contactEmail: string;
  readonly contactPhone: string;
}

export type SellFields = PhoneFields & ContactFields;

/** In the order of the page: the first wrong one gets the focus. */
export const fieldOrder = [
  'brand',
  'model',
  'storage',
  'color',
  'condition',
  'expectedPrice',
  'description',
  'phoneImage',
  'fullName',
  'contactEmail',
  'contactPhone',
] as const;

export type SellField = (typeof fieldOrder)[number];
export type SellErrors = Readonly<Partial<Record<SellField, string>>>;

export const emptyPhone: PhoneFields = {
  brand: '',
  model: '',
  storage: '',
  color: '',
  condition: '',
  expectedPrice: '',
  hasCharger: false,
  description: '',
};

const missing = 'Please fill in all required fields';
const priceText = 'Please enter a valid expected price';
const photoTypes: readonly string[] = ['image/jpeg', 'image/jpg', 'image/png', 'image/gif'];
export const photoAccept = photoTypes.join();
const photoTypeText = 'Please upload only JPEG, PNG, or GIF images';
/** Accepted to the byte (CONF-45). */
const photoMaxBytes = 5 * 1024 * 1024;
const photoSizeText = 'File size must be less than 5MB';

/** What is wrong with a chosen file; undefined when nothing is (SELL-14, SELL-15). */
export function photoError({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!photoTypes.includes(type)) return photoTypeText;
  return size > photoMaxBytes ? photoSizeText : undefined;
}

/** What is wrong with the fields, as the service says it too (SELL-08 to SELL-12). */
export function errorsOf(fields: SellFields): SellErrors {
  const errors: Partial<Record<SellField, string>> = {};
  for (const field of ['brand', 'model', 'storage', 'color', 'condition'] as const) {
    if (fields[field].trim() === '') errors[field] = missing;
  }
  const price = fields.expectedPrice.trim();
  if (price === '') errors.expectedPrice = missing;
  else if (!/^\d{1,7}(\.\d{1,2})?$/.test(price) || Number(price) <= 0) errors.expectedPrice = priceText;
  if (fields.fullName.trim() === '') errors.fullName = 'Full name is required';
  const email = fields.contactEmail.trim();
  if (email === '') errors.contactEmail = missing;
  else if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
    errors.contactEmail = 'Please enter a valid email address';
  const phone = fields.contactPhone.trim();
  if (phone === '') errors.contactPhone = missing;
  else if (!/^\+?[\d\s\-()]{10,20}$/.test(phone)) errors.contactPhone = 'Please enter a valid phone number';
  return errors;
}

/** The form as it is sent (API-26). */
export function bodyOf(fields: SellFields, photo: File | undefined): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, String(value).trim());
  if (photo) body.append('phoneImage', photo);
  return body;
}

/** The words of a refusal for single fields, where it has any. */
export function refusedFields(error: unknown): SellErrors {
  const data = (error as { data?: { code?: unknown; message?: unknown; details?: unknown } } | undefined)
    ?.data;
  const details: readonly ({ path?: unknown; message?: unknown } | null)[] = Array.isArray(data?.details)
    ? data.details
    : [];
  const errors: Partial<Record<SellField, string>> = {};
  for (const field of fieldOrder) {
    const message = details.find((detail) => detail?.path === field)?.message;
    if (typeof message === 'string') errors[field] = message;
  }
  if (data?.code === 'too-large') errors.phoneImage ??= photoSizeText;
  if (data?.code === 'unsupported-type') errors.phoneImage ??= photoTypeText;
  return errors;
}
