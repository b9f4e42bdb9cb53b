import { z } from 'zod';

export const identifierKinds = ['imei', 'meid', 'serial'] as const;

export interface DeviceIdentifier {
  readonly kind: (typeof identifierKinds)[number];
  /** Upper case, without separators. */
  readonly value: string;
}

/** The check digit of an IMEI (3GPP TS 23.003, annex B). */
function hasLuhnCheckDigit(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((before, digit, index) => {
    const weighted = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return before + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return sum % 10 === 0;
}

const plainOf = (text: string) => text.replaceAll(/[\s./-]/g, '').toUpperCase();

function imeiProblem(imei: string): string | null {
  if (/\D/.test(imei)) return 'An IMEI has only digits. Dial *#06# on the phone to see it.';
  if (imei.length === 14)
    return 'One digit is missing: an IMEI has 15 digits, the last one checks the others.';
  if (imei.length !== 15) return `An IMEI has 15 digits, this number has ${imei.length}.`;
  if (/^0+$/.test(imei)) return 'This number is not the IMEI of a phone. Dial *#06# to see it.';
  return hasLuhnCheckDigit(imei) ? null : 'A digit of this IMEI is wrong. Please compare it with the phone.';
}

/** An IMEI as a person types it, with or without spaces. Empty: none was given. */
export const imeiSchema = z
  .string()
  .max(40, { error: 'An IMEI has 15 digits.', abort: true })
  .transform((text, context) => {
    const imei = plainOf(text);
    const message = imei === '' ? null : imeiProblem(imei);
    if (message === null) return imei;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

/**
 * What identifies a device: an IMEI, a MEID (14 hexadecimal digits that begin with a letter, or 18 decimal ones), or a
 * serial number with a letter.
 */
export const identifierSchema = z
  .string()
  .max(40, { error: 'At most 40 characters', abort: true })
  .transform((text, context): DeviceIdentifier => {
    const value = plainOf(text);
    if (/^[A-F][0-9A-F]{13}$/.test(value) || /^\d{18}$/.test(value)) return { kind: 'meid', value };
    if (/^(?=.*[A-Z])[0-9A-Z]{6,20}$/.test(value)) return { kind: 'serial', value };
    const message = imeiProblem(value);
    if (message === null) return { kind: 'imei', value };
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
