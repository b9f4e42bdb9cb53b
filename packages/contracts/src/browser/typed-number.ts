import { type Currency, fromMinorUnits, minorUnitsOf, shopCurrency } from './money.ts';
import { normalizeIdentifier } from './typed-text.ts';

const factors: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  hajar: 1e3,
  हजार: 1e3,
  l: 1e5,
  lac: 1e5,
  lacs: 1e5,
  lakh: 1e5,
  lakhs: 1e5,
  लाख: 1e5,
  cr: 1e7,
  crore: 1e7,
  करोड: 1e7,
};

/** Words and signs that may stand before or after a number of this unit. */
const signs: Readonly<Record<Currency | '%', RegExp>> = {
  NPR: /^(?:npr|nrs|rs|रु|रू|₨)[.\s]*|\s*(?:npr|rs\.?|\/-)$/g,
  USD: /^(?:usd|us\$|\$)\s*|\s*(?:usd|\$)$/g,
  '%': /\s*%$/g,
};

export type NumberUnit = keyof typeof signs;

const separators = /[,'’\s]/g;
/** 1,234,567 or, as in Nepal, 12,34,567; with one kind of separator. */
const groupedPattern =
  /^\d{1,3}(?:([,'’ ])\d{3})(?:\1\d{3})*(?:\.\d*)?$|^\d{1,2}([,'’ ])(?:\d{2}\2)*\d{3}(?:\.\d*)?$/;
const plainPattern = /^(?:\d+\.?\d*|\.\d+)$/;
/** Digits with points and separators whose meaning differs between countries. */
const ambiguousPattern = /^\d+(?:[.,'’ ]\d+)+$/;

const isClear = (text: string): boolean => plainPattern.test(text) || groupedPattern.test(text);

const digitsOf = (text: string, unit: NumberUnit | undefined): string => {
  const typed = normalizeIdentifier(text).toLowerCase();
  return (unit ? typed.replaceAll(signs[unit], '') : typed).trim();
};

/**
 * A number as people type it: `50,000`, `1,00,000`, `50k`, `1 lakh 20 thousand`, `५०,०००`, with the sign of its unit. NaN
 * for anything else, also when it could mean two numbers (`numberQuestion`).
 */
export function typedNumber(text: string, unit?: NumberUnit): number {
  const [, sign = '', unsigned = ''] = /^(-?)\s*(.*)$/.exec(digitsOf(text, unit)) ?? [];
  const value = isClear(unsigned) ? Number(unsigned.replaceAll(separators, '')) : namedSum(unsigned);
  return sign === '' ? value : -value;
}

/** Sums numbers with factors, such as lakh and thousand, in descending order of the factors. */
function namedSum(text: string): number {
  let sum = 0;
  let previousFactor = Number.POSITIVE_INFINITY;
  const unparsed = text.replaceAll(
    /([\d.,'’ ]*\d)\s*([\p{L}\p{M}]+)\s*/gu,
    (part, digits: string, name: string) => {
      const factor = factors[name];
      if (factor === undefined || factor >= previousFactor || !isClear(digits)) return part;
      previousFactor = factor;
      // A factor is whole and a price has few decimals, so rounding removes binary fractions.
      sum += Math.round(Number(digits.replaceAll(separators, '')) * factor * 1e4) / 1e4;
      return '';
    },
  );
  return unparsed === '' && previousFactor !== Number.POSITIVE_INFINITY ? sum : Number.NaN;
}

/** Asks which number is meant by an ambiguous text such as `25,50`; undefined for all others. */
export function numberQuestion(text: string, unit?: NumberUnit): string | undefined {
  const digits = digitsOf(text, unit);
  if (isClear(digits) || !ambiguousPattern.test(digits)) return undefined;
  const whole = digits.replaceAll(/\D/g, '');
  const decimals = /[.,'’ ](\d{1,2})$/.exec(digits)?.[1];
  const withDecimals = decimals === undefined ? '' : ` or ${whole.slice(0, -decimals.length)}.${decimals}`;
  return `Do you mean ${whole}${withDecimals}? Please write it like that.`;
}

/** The message for the person who typed a text that is not a sum. */
export const amountProblem = (text: string, unit: Currency = shopCurrency): string =>
  numberQuestion(text, unit) ?? 'Please enter an amount with at most two decimals.';

/**
 * A typed sum in minor units; NaN when it is no number, has more than two decimals, or more than nine digits before them.
 */
export function typedMinorUnits(text: string, unit: Currency = shopCurrency): number {
  const value = typedNumber(text, unit);
  const minorUnits = minorUnitsOf(value);
  return Math.abs(value) < 1e9 && Math.abs(fromMinorUnits(minorUnits) - value) < 1e-9
    ? minorUnits
    : Number.NaN;
}

/** The typed sum in units of the currency. */
export const typedAmount = (text: string, unit?: Currency): number =>
  fromMinorUnits(typedMinorUnits(text, unit));
