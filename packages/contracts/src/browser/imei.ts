import { plainCode } from './typed-text.ts';

/** The check digit of an IMEI (3GPP TS 23.003, annex B). */
function hasLuhnCheckDigit(digits: string): boolean {
  const sum = Array.from(digits, Number)
    .toReversed()
    .reduce((before, digit, index) => {
      const weighted = digit * (index % 2 === 0 ? 1 : 2);
      return before + (weighted > 9 ? weighted - 9 : weighted);
    }, 0);
  return sum % 10 === 0;
}

/** What phones, boxes and invoices print before a number. */
const label =
  /^(?:(?:IMEI|MEID)(?:\s*\/\s*(?:IMEI|MEID))?|S\/N(?=\s*[:.#])|SERIAL(?:\s*(?:NO|NUMBER))?(?=\s*[:.#]))/;
const slot = /^\s*(?:\(?(?:SIM\s*)?SLOT\s*[12]\)?|[12](?=\s*[:.#]))?\s*[:.#]*\s*/;
/** *#06# shows the software version, two digits, after the IMEI. */
const softwareVersion = /^((?:\d[\s./-]*){15})\/\s*\d{2}$/;

/** An identifier as it is stored: upper case, without label, separators and software version. */
export function plainIdentifier(text: string): string {
  const typed = plainCode(text).toUpperCase();
  const unlabelled = label.test(typed) ? typed.replace(label, '').replace(slot, '') : typed;
  return unlabelled.replace(softwareVersion, '$1').replaceAll(/[\s./-]/g, '');
}

/** What is wrong with a plain IMEI, for the person who types it; null when nothing is. */
export function imeiProblem(imei: string): string | null {
  if (/\D/.test(imei)) return 'An IMEI has only digits. Dial *#06# on the phone to see it.';
  if (imei.length === 14)
    return 'One digit is missing: an IMEI has 15 digits, the last one checks the others.';
  if (imei.length !== 15) return `An IMEI has 15 digits, this number has ${imei.length}.`;
  if (/^0+$/.test(imei)) return 'This number is not the IMEI of a phone. Dial *#06# to see it.';
  return hasLuhnCheckDigit(imei) ? null : 'A digit of this IMEI is wrong. Please compare it with the phone.';
}
