import { z } from 'zod';
import { identifierSlip, imeiProblem, plainIdentifier } from '../browser/imei.ts';

export const identifierKinds = ['imei', 'meid', 'serial'] as const;

export interface DeviceIdentifier {
  readonly kind: (typeof identifierKinds)[number];
  /** Upper case, without separators. */
  readonly value: string;
}

/** A typed IMEI, with or without separators; may be empty. */
export const imeiSchema = z
  .string()
  .max(40, { error: 'An IMEI has 15 digits.', abort: true })
  .transform((text, context) => {
    const imei = plainIdentifier(text);
    const message = imei === '' ? null : imeiProblem(imei);
    if (message === null) return imei;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

/**
 * The decimal form has ten digits for the maker and eight for the phone, each of which is a hexadecimal number (3GPP2
 * X.S0008).
 */
const isMeid = (value: string): boolean =>
  /^[A-F][0-9A-F]{13}$/.test(value) ||
  (/^\d{18}$/.test(value) && Number(value.slice(0, 10)) <= 0xffffffff && Number(value.slice(10)) <= 0xffffff);

/**
 * The identifier of a device: an IMEI, a MEID (14 hexadecimal digits that begin with a letter, or 18 decimal ones), or
 * a serial number with a letter.
 */
export const identifierSchema = z
  .string()
  .max(40, { error: 'At most 40 characters', abort: true })
  .transform((text, context): DeviceIdentifier => {
    const value = plainIdentifier(text);
    const slip = identifierSlip(value);
    if (slip === null && isMeid(value)) return { kind: 'meid', value };
    if (slip === null && /^(?=.*[A-Z])[0-9A-Z]{6,20}$/.test(value)) return { kind: 'serial', value };
    const message = slip ?? imeiProblem(value);
    if (message === null) return { kind: 'imei', value };
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
