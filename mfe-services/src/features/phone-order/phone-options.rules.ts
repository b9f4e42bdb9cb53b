import { amount, filledText, listOf, textOrEmpty, variantKey } from '@kinmel/contracts/browser';
import * as z from 'zod/mini';
import { colorNames, repairModelNames, storageNames } from '../../requests/choices.rules.ts';

const spec = z.pipe(
  textOrEmpty,
  z.transform((text) => text.trim()),
);

const phone = z.pipe(
  z.object({
    name: filledText,
    price: amount,
    specs: z.catch(z.object({ color: spec, storage: spec }), { color: '', storage: '' }),
  }),
  z.transform(({ specs, ...fields }) => ({ ...fields, ...specs })),
);

export type PhoneVariant = z.output<typeof phone>;

/** A page of phones. Products without name or price are left out. */
export const phonesAnswer = z.object({
  data: listOf(phone),
  pagination: z.catch(z.object({ totalPages: amount }), { totalPages: 1 }),
});

const collator = new Intl.Collator('en', { numeric: true });
/** Keeps the first item for each key. */
const uniqueBy = (values: readonly string[], keyOf = (value: string) => value) =>
  [...new Map(values.toReversed().map((value) => [keyOf(value), value])).values()]
    .filter((value) => value !== '')
    .toSorted(collator.compare);

/** The models to choose from; without phones in the catalogue, the models that are repaired. */
export function modelOptions(phones: readonly PhoneVariant[]): readonly string[] {
  const names = uniqueBy(phones.map(({ name }) => name));
  return names.length > 0 ? names : repairModelNames;
}

/** The colors or storages of one model; where its products name none, those of the sell form. */
export function variantOptions(phones: readonly PhoneVariant[], model: string, part: 'color' | 'storage') {
  const options = uniqueBy(
    phones.filter(({ name }) => name === model).map((phone) => phone[part]),
    variantKey,
  );
  return options.length > 0 ? options : Object.values(part === 'color' ? colorNames : storageNames);
}

const isSameVariant = (one: string, two: string) => variantKey(one) === variantKey(two);

export type ChosenVariant = Readonly<Record<'model' | 'color' | 'storage', string>>;

/** The price of one piece by the same rule as the service; null while it is unknown. */
export function unitPrice(phones: readonly PhoneVariant[], choice: ChosenVariant) {
  const phonesOfModel = phones.filter(({ name }) => isSameVariant(name, choice.model));
  const has = (phone: PhoneVariant, part: 'color' | 'storage') => isSameVariant(phone[part], choice[part]);
  const exactMatches = phonesOfModel.filter((phone) => has(phone, 'color') && has(phone, 'storage'));
  const fits = (phone: PhoneVariant, part: 'color' | 'storage') => phone[part] === '' || has(phone, part);
  const matches =
    exactMatches.length > 0
      ? exactMatches
      : phonesOfModel.filter((phone) => fits(phone, 'color') && fits(phone, 'storage'));
  const prices = new Set(matches.map(({ price }) => price));
  return prices.size === 1 ? ([...prices][0] ?? null) : null;
}
