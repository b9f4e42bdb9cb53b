import { listOf, maxOrderLines, roundedPrice } from '@kinmel/contracts/browser';
import * as z from 'zod/mini';
import { lineKey, maxPiecesOf } from '../cart.rules.ts';
import type { CartLine } from '../cart-line.ts';
import { withoutPromo, withPromo } from '../pricing/promo.rules.ts';

const text = (maxLength: number) => z.string().check(z.minLength(1), z.maxLength(maxLength));
const textIfValid = (maxLength: number) => z.catch(z.optional(text(maxLength)), undefined);
const textOrEmpty = (maxLength: number) => z.catch(text(maxLength), '');

const amount = z.pipe(z.number().check(z.minimum(0.01), z.maximum(1_000_000_000)), z.transform(roundedPrice));
const percent = z.catch(z.number().check(z.minimum(0), z.maximum(100)), 0);

/** Only a path of the shop: a stored URL must not make the page load from another host. */
const picture = z.catch(z.string().check(z.maxLength(300), z.regex(/^\/(?!\/)[\w./-]+$/)), '');

const offer = z.object({
  id: text(64),
  title: textOrEmpty(200),
  description: textOrEmpty(2000),
  discount: textOrEmpty(100),
  discountPercentage: percent,
});

const storedLine = z.object({
  id: text(64),
  name: text(200),
  price: amount,
  originalPrice: z.catch(z.optional(amount), undefined),
  image: picture,
  quantity: z.int().check(z.positive()),
  specialOffer: z.catch(z.nullable(offer), null),
  promoCode: z.catch(z.nullable(text(64)), null),
  addedAt: z.catch(z.number(), 0),
  discountApplied: z.catch(z.boolean(), false),
  discountPercentage: percent,
  details: textIfValid(200),
  isDevice: z.catch(z.optional(z.boolean()), undefined),
  brand: textIfValid(100),
  color: textIfValid(100),
  category: textIfValid(40),
});

/** The price of a line without an offer is its original price minus its promo discount. */
function withPrice({ originalPrice, ...stored }: z.output<typeof storedLine>): CartLine {
  const line = {
    ...stored,
    originalPrice: originalPrice ?? stored.price,
    quantity: Math.min(stored.quantity, maxPiecesOf(stored)),
  };
  if (line.specialOffer) return line;
  const { promoCode, discountPercentage } = line;
  if (promoCode && discountPercentage > 0) return withPromo(line, { code: promoCode, discountPercentage });
  return withoutPromo({ ...line, originalPrice: line.price });
}

const storedCart = listOf(z.pipe(storedLine, z.transform(withPrice)));

/**
 * Reads the stored cart. Invalid lines are dropped; of lines with the same key the first is kept. Undefined when the
 * value is not a list.
 */
export function parseCart(raw: unknown): readonly CartLine[] | undefined {
  const { data } = storedCart.safeParse(raw);
  if (!data) return undefined;
  const lines = new Map<string, CartLine>();
  for (const line of data) if (!lines.has(lineKey(line))) lines.set(lineKey(line), line);
  return [...lines.values()].slice(0, maxOrderLines);
}
