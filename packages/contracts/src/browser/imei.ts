import { normalizeIdentifier } from './typed-text.ts';

/** The check digit of an IMEI (3GPP TS 23.003, annex B). */
function hasLuhnCheckDigit(digits: string): boolean {
  const sum = Array.from(digits, Number)
    .toReversed()
    .reduce((total, digit, index) => {
      const weighted = digit * (index % 2 === 0 ? 1 : 2);
      return total + (weighted > 9 ? weighted - 9 : weighted);
    }, 0);
  return sum % 10 === 0;
}

/** Labels that phones, boxes and invoices print before a number. */
const labelPattern =
  /^(?:(?:[I1L]ME[I1L]|MEID)(?:\s*\/\s*(?:IMEI|MEID))?(?:\s*(?:NO|NUMBER|CODE)(?![A-Z]))?|S\/N(?=\s*[:.#])|SERIAL(?:\s*(?:NO|NUMBER))?(?=\s*[:.#]))/;
const slotPattern = /^[\s-]*(?:\(?(?:SIM\s*)?SLOT\s*[12]\)?|\(?[12](?=\s*[):.#]|\s+\d{2}))?\s*[):.#]*\s*/;
/** An IMEI with the two digits of the software version, which phones show after it for *#06#. */
const softwareVersionPattern = /^((?:\d[\s./-]*){15})\/\s*\d{2}$/;

/** An identifier as it is stored: upper case, without label, separators and software version. */
export function plainIdentifier(text: string): string {
  const typed = normalizeIdentifier(text).toUpperCase();
  const unlabelled = labelPattern.test(typed)
    ? typed.replace(labelPattern, '').replace(slotPattern, '')
    : typed;
  return unlabelled.replace(softwareVersionPattern, '$1').replaceAll(/[\s./-]/g, '');
}

/** Letters that look like digits, each with the digit and the article in front of the letter. */
const lookAlikes: Readonly<Record<string, string>> = {
  O: 'a 0',
  Q: 'a 0',
  I: 'a 1',
  L: 'a 1',
  Z: 'a 2',
  S: 'a 5',
  G: 'a 6',
  B: 'an 8',
};

/** Placeholders instead of a number: words, one repeated character, or the digits in ascending order. */
const placeholderPattern =
  /^(?:(.)\1+|(?=.*[AEIOU])[A-Z]+|0?123456789\d*|(?:UNKNOWN|NONE|NULL|TEST|DUMMY|SAMPLE|FAKE|DEFAULT|SERIAL|NUMBER|IMEI|PHONE|DEVICE)\d{1,13})$/;
const placeholderText = 'This is not the number of a phone. Dial *#06# to see it.';

/** An IMEI in which at most five digits are letters and at most one digit is missing or surplus. */
const isNearImei = (value: string): boolean =>
  /^(?=.*[A-Z])[\dOQILZSGB]{14,16}$/.test(value) && value.replaceAll(/\d/g, '').length <= 5;

function lettersText(value: string): string {
  const letters = Array.from(value, (sign, index) => ({ sign, place: index + 1 })).filter(
    ({ sign }) => !/\d/.test(sign),
  );
  const places = letters.map(({ sign, place }, index) => {
    const digit = lookAlikes[sign];
    return `${sign}${digit ? ` (${digit}?)` : ''} ${index === 0 ? 'is ' : ''}at place ${place}`;
  });
  return `An IMEI has only digits: the letter ${places.join(', ')}.`;
}

/** A message about how a text differs from an IMEI, MEID or serial number; null when it may be one. */
export function identifierSlip(value: string): string | null {
  if (placeholderPattern.test(value)) return placeholderText;
  if (isNearImei(value)) return lettersText(value);
  // A MEID of 14 characters may have a single letter.
  if (/^(?=.{15,16}$)\d*[A-Z]\d*$/.test(value)) return lettersText(value);
  return /[A-Z]/.test(value) && /\d{14}/.test(value)
    ? 'Please enter only the number, without text and without another number.'
    : null;
}

/** A message about the typing error in a plain IMEI; null when it is valid. */
export function imeiProblem(imei: string): string | null {
  const slip = identifierSlip(imei);
  if (slip !== null) return slip;
  if (/\D/.test(imei)) return 'An IMEI has only digits. Dial *#06# on the phone to see it.';
  if (imei.length === 14)
    return 'One digit is missing: an IMEI has 15 digits, the last one checks the others.';
  if (imei.length !== 15) return `An IMEI has 15 digits, this number has ${imei.length}.`;
  return hasLuhnCheckDigit(imei) ? null : 'A digit of this IMEI is wrong. Please compare it with the phone.';
}
