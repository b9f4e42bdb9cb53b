/**
 * A percentage (at most two decimals count) of an amount in minor units, rounded half up (decision SIL-20).
 * Exact where the product is beyond the 53 bits of a number.
 */
export function percentOf(amountInMinorUnits: number, percent: number): number {
  const hundredths = BigInt(Math.round(percent * 100));
  return Number((BigInt(amountInMinorUnits) * hundredths + 5000n) / 10_000n);
}
