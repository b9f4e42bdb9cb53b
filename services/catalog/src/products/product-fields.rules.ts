import {
  moneyProductFields,
  type Product,
  plainProductFields,
  type productFields,
  type StoredProductFields,
} from '@kinmel/contracts';
import { fromMinorUnits, toMinorUnits } from '@kinmel/service-kit';
import type { z } from 'zod';

type PlainField = (typeof plainProductFields)[number];
type MoneyField = keyof typeof moneyProductFields;
type ProductInput = {
  readonly [Name in PlainField | MoneyField]?: z.output<(typeof productFields)[Name]> | undefined;
};

const moneyFields = Object.entries(moneyProductFields) as [
  MoneyField,
  (typeof moneyProductFields)[MoneyField],
][];

/** Converts staff input for storage: prices in minor units. Absent fields stay undefined. */
export function storedFields<Fields extends ProductInput>(
  input: Fields,
): { [Name in keyof StoredProductFields]: StoredProductFields[Name] | undefined } {
  return Object.fromEntries([
    ...plainProductFields.map((name) => [name, input[name]]),
    ...moneyFields.map(([name, stored]) => {
      const price = input[name];
      return [stored, typeof price === 'number' ? toMinorUnits(price) : price];
    }),
  ]) as { [Name in keyof StoredProductFields]: StoredProductFields[Name] | undefined };
}

/** Converts stored fields for answers. */
export function answeredFields(product: StoredProductFields): Pick<Product, PlainField | MoneyField> {
  return Object.fromEntries([
    // A product saved before a text field was added does not have it.
    ...plainProductFields.map((name) => [name, product[name] ?? '']),
    ...moneyFields.map(([name, stored]) => {
      const amount = product[stored];
      return [name, amount === null ? null : fromMinorUnits(amount)];
    }),
  ]) as Pick<Product, PlainField | MoneyField>;
}

export const storedNames: readonly (keyof StoredProductFields)[] = [
  ...plainProductFields,
  ...Object.values(moneyProductFields),
];
