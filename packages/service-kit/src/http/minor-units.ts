/**
 * Turns a price as people write it (91500.5) into the integer that services keep (9150050). Throws a RangeError
 * for what is no amount in whole minor units, so that a rounding error can never be stored.
 */
export function toMinorUnits(price: number): number {
  const amount = Math.round(price * 100);
  if (!Number.isSafeInteger(amount) || Math.abs(price * 100 - amount) > 1e-6 * Math.max(1, Math.abs(price))) {
    throw new RangeError('A price has at most two decimals.');
  }
  return amount;
}

/** The opposite of `toMinorUnits`: what answers carry. Throws a RangeError for anything but a safe integer. */
export function fromMinorUnits(amount: number): number {
  if (!Number.isSafeInteger(amount)) throw new RangeError('An amount in minor units is an integer.');
  return amount / 100;
}
