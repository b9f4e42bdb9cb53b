import { shopCurrency } from '@kinmel/contracts';

/**
 * Converts a price (91500.5) to minor units (9150050). Throws a RangeError for fractions of a minor unit, so that a
 * rounding error is never stored.
 */
export function toMinorUnits(price: number): number {
  const amount = Math.round(price * 100);
  if (!Number.isSafeInteger(amount) || Math.abs(price * 100 - amount) > 1e-6 * Math.max(1, Math.abs(price))) {
    throw new RangeError('A price has at most two decimals.');
  }
  return amount;
}

/** The inverse of `toMinorUnits`. Throws a RangeError for anything but a safe integer. */
export function fromMinorUnits(amount: number): number {
  if (!Number.isSafeInteger(amount)) throw new RangeError('An amount in minor units is an integer.');
  return amount / 100;
}

/** A record that may be older than the currency field of its sums (decision 79). */
export const withShopCurrency = <Stored extends object>(record: Stored) => ({
  currency: shopCurrency,
  ...record,
});

/**
 * Prepares a record of sums for storage: drops undefined fields. Throws a RangeError unless every sum is a whole number
 * of minor units.
 */
export function toStorableRecord<Value>(value: Value, field = ''): Value {
  if (field.endsWith('InMinorUnits') && value !== null && !Number.isSafeInteger(value))
    throw new RangeError(`${field} must be a whole number.`);
  if (Array.isArray(value)) return value.map((item: unknown) => toStorableRecord(item)) as Value;
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  const fields = Object.entries(value).filter(([, content]) => content !== undefined);
  return Object.fromEntries(
    fields.map(([name, content]) => [name, toStorableRecord(content, name)]),
  ) as Value;
}
