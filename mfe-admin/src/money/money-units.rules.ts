import { type Currency, typedMinorUnits } from '@kinmel/contracts/browser';

/** Minor units in one unit of each currency of the shop. */
const minorUnitsPerUnit = 100;

export const majorUnits = (minorUnits: number): number => minorUnits / minorUnitsPerUnit;

/** Rounded, because fractions of the computer are not exact. */
export const minorUnits = (amount: number): number => Math.round(amount * minorUnitsPerUnit);

/** A typed sum in major units; NaN for another text. */
export const typedAmount = (text: string, unit?: Currency): number => majorUnits(typedMinorUnits(text, unit));
