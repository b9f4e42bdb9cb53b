import type { sellBrands } from '@kinmel/contracts';
import { type FieldErrors } from '@kinmel/web-kit/forms';
import { emailShape, emailText } from '../../requests/submitted.rules.ts';

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

/** The form without anything filled in (SELL-01); a choice that was not made is empty. */
export const emptySellForm = {
  brand: '',
  model: '',
  storage: '',
  color: '',
  condition: '',
  expectedPrice: '',
  hasCharger: false,
  description: '',
  fullName: '',
  contactEmail: '',
  contactPhone: '',
};

export type SellFields = Readonly<typeof emptySellForm>;

/** How the seller is reached: what stays filled in after a request was sent (SELL-05). */
export const contactFields = ['fullName', 'contactEmail', 'contactPhone'] as const;

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
export type SellErrors = FieldErrors<SellField>;

const missing = 'Please fill in all required fields';
const priceText = 'Please enter a valid expected price';
const photoTypes: readonly string[] = ['image/jpeg', 'image/jpg', 'image/png', 'image/gif'];
export const photoAccept = photoTypes.join();
export const photoTypeText = 'Please upload only JPEG, PNG, or GIF images';
/** Accepted to the byte (CONF-45). */
const photoMaxBytes = 5 * 1024 * 1024;
const photoSizeText = 'File size must be less than 5MB';

/** What is wrong with a chosen file; undefined when nothing is (SELL-14, SELL-15). */
export function photoError({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!photoTypes.includes(type) || size === 0) return photoTypeText;
  return size > photoMaxBytes ? photoSizeText : undefined;
}

/** What is wrong with the fields, as the service says it too (SELL-08 to SELL-12). */
export function errorsOf(fields: SellFields, isPriceUnreadable = false): SellErrors {
  const errors: Partial<Record<SellField, string>> = {};
  for (const field of ['brand', 'model', 'storage', 'color', 'condition'] as const) {
    if (fields[field].trim() === '') errors[field] = missing;
  }
  const price = fields.expectedPrice.trim();
  // A field for numbers has no value while something else stands in it.
  if (price === '') errors.expectedPrice = isPriceUnreadable ? priceText : missing;
  else if (!/^(?=\.?\d)\d{0,7}(\.\d{1,2})?$/.test(price) || Number(price) <= 0)
    errors.expectedPrice = priceText;
  if (fields.fullName.trim() === '') errors.fullName = 'Full name is required';
  const email = fields.contactEmail.trim();
  if (email === '') errors.contactEmail = missing;
  else if (!emailShape.test(email)) errors.contactEmail = emailText;
  const phone = fields.contactPhone.trim();
  if (phone === '') errors.contactPhone = missing;
  else if (!/^\+?[\d\s\-()]{10,20}$/.test(phone)) errors.contactPhone = 'Please enter a valid phone number';
  return errors;
}

/** What names a photo in the text of a body. */
const photoMark = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`;

/** The text of a body: the fields as they are sent (API-26), and which photo goes with them. */
export function bodyTextOf(fields: SellFields, photo: File | undefined): string {
  const entries = Object.entries(fields).map(([name, value]) => [name, String(value).trim()]);
  return JSON.stringify({ fields: Object.fromEntries(entries), photo: photo ? photoMark(photo) : null });
}

/** The body of such a text; undefined when its photo is not at hand any more. */
export function bodyOf(text: string, photos: readonly File[]): FormData | undefined {
  const { fields, photo: mark } = JSON.parse(text) as {
    fields: Record<string, string>;
    photo: string | null;
  };
  const photo = photos.find((one) => photoMark(one) === mark);
  if (mark !== null && photo === undefined) return undefined;
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  if (photo) body.append('phoneImage', photo);
  return body;
}

/** What a refusal says of the photo. */
export function refusedPhoto(error: unknown): SellErrors {
  const code = (error as { data?: { code?: unknown } } | undefined)?.data?.code;
  if (code === 'too-large') return { phoneImage: photoSizeText };
  return code === 'unsupported-type' ? { phoneImage: photoTypeText } : {};
}
