import type { Product } from '@kinmel/contracts';
import { colorWords, repairModelNames, storageWords } from '../../requests/phone-words.rules.ts';

/** What of a product can be chosen, and what it costs. */
export interface PhoneVariant extends Pick<Product, 'name' | 'brand' | 'price'> {
  readonly color: string;
  readonly storage: string;
}

export interface PhonePage {
  readonly phones: readonly PhoneVariant[];
  readonly totalPages: number;
}

const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

/** Phones of an answer of the catalogue; one without name or price is left out. */
export function readPhones(answer: unknown): PhonePage | undefined {
  const { data, pagination } = (answer ?? {}) as Partial<Record<string, unknown>>;
  if (!Array.isArray(data)) return undefined;
  const phones = (data as readonly (Partial<Product> | null)[]).flatMap((product) => {
    const name = text(product?.name);
    if (name === '' || typeof product?.price !== 'number') return [];
    const { brand, price, specs } = product;
    return [{ name, brand: text(brand), price, color: text(specs?.color), storage: text(specs?.storage) }];
  });
  const totalPages = Number((pagination as { totalPages?: unknown } | undefined)?.totalPages);
  return { phones, totalPages: totalPages > 1 ? totalPages : 1 };
}

const collator = new Intl.Collator('en', { numeric: true });
const once = (values: readonly string[]) =>
  [...new Set(values.filter((value) => value !== ''))].toSorted(collator.compare);

/** The models to choose from, each name once; without phones in the catalogue those that are repaired. */
export function modelOptions(phones: readonly PhoneVariant[]): readonly string[] {
  const names = once(phones.map(({ name }) => name));
  return names.length > 0 ? names : repairModelNames;
}

/** The colours or storages of one model; those that the shop buys where the products name none. */
export function variantOptions(
  phones: readonly PhoneVariant[],
  model: string,
  part: 'color' | 'storage',
): readonly string[] {
  const known = once(phones.filter(({ name }) => name === model).map((phone) => phone[part]));
  return known.length > 0 ? known : Object.values(part === 'color' ? colorWords : storageWords);
}

const same = (one: string, two: string) => one.toLowerCase() === two.toLowerCase();

/** What one piece costs, as the shop finds it too; null while that cannot be said. */
export function unitPrice(
  phones: readonly PhoneVariant[],
  wanted: { model: string; color: string; storage: string },
): number | null {
  const named = phones.filter(({ name }) => same(name, wanted.model));
  const has = (phone: PhoneVariant, part: 'color' | 'storage') => same(phone[part], wanted[part]);
  const exact = named.filter((phone) => has(phone, 'color') && has(phone, 'storage'));
  const fits = (phone: PhoneVariant, part: 'color' | 'storage') => phone[part] === '' || has(phone, part);
  const fitting =
    exact.length > 0 ? exact : named.filter((phone) => fits(phone, 'color') && fits(phone, 'storage'));
  const prices = new Set(fitting.map(({ price }) => price));
  return prices.size === 1 ? ([...prices][0] ?? null) : null;
}
