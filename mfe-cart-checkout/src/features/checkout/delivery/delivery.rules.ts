import { isPhoneNumber, isVisible, normalizeEmail, normalizeIdentifier } from '@kinmel/contracts/browser';

export type DeliveryField = 'name' | 'email' | 'phone' | 'address' | 'city' | 'zipCode' | 'notes';

export type Delivery = Readonly<Record<DeliveryField, string>>;

interface FieldContent {
  readonly name: DeliveryField;
  readonly label: string;
  /** The server's limit in characters. */
  readonly maxLength: number;
  readonly autoComplete: string;
  readonly type?: 'email' | 'tel';
  readonly placeholder?: string;
}

/** The required fields in the order of validation. */
export const requiredFields: readonly FieldContent[] = [
  { name: 'name', label: 'Name', maxLength: 100, autoComplete: 'shipping name' },
  { name: 'email', label: 'Email', maxLength: 254, autoComplete: 'shipping email', type: 'email' },
  { name: 'phone', label: 'Phone', maxLength: 30, autoComplete: 'shipping tel', type: 'tel' },
  { name: 'address', label: 'Address', maxLength: 200, autoComplete: 'shipping street-address' },
  { name: 'city', label: 'City', maxLength: 80, autoComplete: 'shipping address-level2' },
  {
    name: 'zipCode',
    label: 'ZipCode',
    maxLength: 20,
    autoComplete: 'shipping postal-code',
    placeholder: 'For example 44700',
  },
];

export const notesMaxLength = 500;

const allFields = [...requiredFields, { name: 'notes' as const, maxLength: notesMaxLength }];

const deliveryOf = (read: (field: DeliveryField, maxLength: number) => string) =>
  Object.fromEntries(allFields.map(({ name, maxLength }) => [name, read(name, maxLength)])) as Delivery;

export const emptyDelivery: Delivery = deliveryOf(() => '');

/** The same pattern as in the login form. */
const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export interface DeliveryFault {
  readonly field: DeliveryField;
  readonly message: string;
}

/** The first error, with the specified text; undefined when valid. */
export function firstFault(delivery: Delivery): DeliveryFault | undefined {
  const missing = requiredFields.find(({ name }) => !isVisible(delivery[name]));
  if (missing) return { field: missing.name, message: `Please fill in ${missing.label}` };
  if (!emailPattern.test(normalizeEmail(delivery.email)))
    return { field: 'email', message: 'Please enter a valid email address' };
  if (!isPhoneNumber(normalizeIdentifier(delivery.phone)))
    return { field: 'phone', message: 'Please enter a valid phone number' };
  return undefined;
}

export const trimDelivery = (delivery: Delivery): Delivery => deliveryOf((field) => delivery[field].trim());

/** Reads a stored delivery. Texts are cut at the server's limits; invalid values become empty. */
export function readDelivery(raw: unknown): Delivery | undefined {
  if (typeof raw !== 'object' || raw === null) return undefined;
  return deliveryOf((field, maxLength) => {
    const value: unknown = Reflect.get(raw, field);
    return typeof value === 'string' ? value.slice(0, maxLength) : '';
  });
}
