const wholeFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const decimalFormat = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** `NPR 91,500` or `-NPR 500` for an amount in minor units; decimals are shown only when they are not zero. */
export function amount(inMinorUnits: number): string {
  const format = inMinorUnits % 100 === 0 ? wholeFormat : decimalFormat;
  // A no-break space keeps the currency on the line of its number.
  return `${inMinorUnits < 0 ? '-' : ''}NPR\u00a0${format.format(Math.abs(inMinorUnits) / 100)}`;
}

/** `$320.50` for an amount in US cents. */
export const dollars = (inMinorUnits: number): string => `$${decimalFormat.format(inMinorUnits / 100)}`;
