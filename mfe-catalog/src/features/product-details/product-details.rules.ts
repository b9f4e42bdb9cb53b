import type { ProductSpecs } from '@kinmel/contracts';
import { filledText, productAnswer, productSpecs, textOrEmpty } from '@kinmel/contracts/browser';
import * as z from 'zod/mini';

const textIfFilled = z.catch(z.optional(filledText), undefined);

const attachedOffer = z.object({
  title: filledText,
  description: textOrEmpty,
  /** Whole percent; absent when the offer has none. */
  discountPercentage: z.catch(z.optional(z.number()), undefined),
  promoCode: textIfFilled,
  /** ISO 8601. */
  validUntil: textIfFilled,
});

/** The offer in the navigation state, set by the offer's page. */
export type AttachedOffer = z.output<typeof attachedOffer>;

const navigationState = z.catch(
  z.object({
    product: z.catch(z.optional(productAnswer), undefined),
    offer: z.catch(z.optional(attachedOffer), undefined),
  }),
  {},
);

/**
 * Reads the navigation state, then the URL. State with another product than the URL is ignored. The id is undefined
 * without one; the product is shown until the server has answered.
 */
export function readOpening(state: unknown, address: URLSearchParams) {
  const { product: productInState, offer } = navigationState.parse(state);
  const idParameter = address.get('id')?.trim() || undefined;
  const product =
    productInState && (idParameter === undefined || productInState.id === idParameter)
      ? productInState
      : undefined;
  return { id: idParameter ?? product?.id, product, offer };
}

const objectId = /^[0-9a-f]{24}$/i;

/** Whether the id is valid; others are not requested. */
export const isValidId = (id: string | undefined): id is string => id !== undefined && objectId.test(id);

/** Order and labels of the specification table. */
export const specLabels = Object.entries(productSpecs) as [keyof ProductSpecs, string][];

const maxFacts = 4;
// Fits on one line beside the price at 1440 px, and on two on a phone.
const maxFactLength = 24;

/** Spaces between a number and its unit, which become non-breaking. */
const unitSpacePattern = /(?<=\d) (?=(?:GB|TB|MP|mAh|W|Hz|mm|inch|hours)\b)/g;

/** The start of a specification that fits beside an icon, cut at a comma; the table has the full text. */
export function shortFact(text: string): string {
  const [sentence = text] = text.split(';');
  const parts = sentence.split(', ');
  let shortened = parts[0] ?? '';
  for (const part of parts.slice(1)) {
    if (shortened.length + part.length + 2 > maxFactLength) break;
    shortened += `, ${part}`;
  }
  return shortened.trim().replace(unitSpacePattern, '\u00a0');
}

/** The first four specifications of the product, for the short list beside its price. */
export function keyFacts(specs: ProductSpecs): { name: keyof ProductSpecs; label: string; value: string }[] {
  return specLabels
    .flatMap(([name, label]) => {
      const value = specs[name];
      return name !== 'color' && value ? { name, label, value: shortFact(value) } : [];
    })
    .slice(0, maxFacts);
}
