const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const exact = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** An amount in minor units as the shop shows it: `NPR 91,500`, with two decimals only where they are not zero. */
export function amount(inMinorUnits: number): string {
  const format = inMinorUnits % 100 === 0 ? whole : exact;
  // A no-break space: a currency alone at the end of a line reads like a mistake.
  return `NPR\u00a0${format.format(inMinorUnits / 100)}`;
}

/** An amount in US cents, where the shop speaks of dollars: `$320.50`. */
export const dollars = (inMinorUnits: number): string => `$${exact.format(inMinorUnits / 100)}`;
