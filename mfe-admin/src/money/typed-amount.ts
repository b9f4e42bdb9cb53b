/** A sum typed in rupees, in minor units; NaN for anything else. */
export const minorUnitsOf = (amount: string): number =>
  /^\d{1,9}(?:\.\d{1,2})?$/.test(amount.trim()) ? Math.round(Number(amount) * 100) : Number.NaN;
