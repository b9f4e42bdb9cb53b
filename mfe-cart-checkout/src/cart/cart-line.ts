import { roundedPrice } from '@kinmel/contracts/browser';
import * as z from 'zod/mini';

const text = (maxLength: number) => z.string().check(z.minLength(1), z.maxLength(maxLength));
const textIfValid = (maxLength: number) => z.catch(z.optional(text(maxLength)), undefined);
const textOrEmpty = (maxLength: number) => z.catch(text(maxLength), '');

const amount = z.pipe(z.number().check(z.minimum(0.01), z.maximum(1_000_000_000)), z.transform(roundedPrice));
const percent = z.catch(z.number().check(z.minimum(0), z.maximum(100)), 0);

/** Only a path of the shop: a stored URL must not make the page load from another host. */
const picture = z.catch(z.string().check(z.maxLength(300), z.regex(/^\/(?!\/)[\w./-]+$/)), '');

/** The offer that a line was added with. */
const offer = z.object({
  id: text(64),
  title: textOrEmpty(200),
  description: textOrEmpty(2000),
  /** Display text: "12% OFF". */
  discount: textOrEmpty(100),
  /** Whole percent, for "SPECIAL OFFER 12% off". */
  discountPercentage: percent,
});

/** A line as it is stored. Amounts are decimal rupees, as in the API. */
export const storedLine = z.object({
  /** The product id; together with the offer's id it identifies a line. */
  id: text(64),
  name: text(200),
  price: amount,
  /** The selling price when added, so that a promo code never raises a price. */
  originalPrice: z.catch(z.optional(amount), undefined),
  image: picture,
  quantity: z.int().check(z.positive()),
  specialOffer: z.catch(z.nullable(offer), null),
  promoCode: z.catch(z.nullable(text(64)), null),
  /** Milliseconds since 1970. */
  addedAt: z.catch(z.number(), 0),
  discountApplied: z.catch(z.boolean(), false),
  discountPercentage: percent,
  /** Storage and colour in a short text; missing in older carts. */
  details: textIfValid(200),
  /** A device: one phone, of which there is one piece (decision 82). */
  isDevice: z.catch(z.optional(z.boolean()), undefined),
  /** Brand, colour and category: only on lines of the Galaxy range. */
  brand: textIfValid(100),
  color: textIfValid(100),
  category: textIfValid(40),
});

/** A line of the cart. */
export type CartLine = Readonly<z.output<typeof storedLine> & Record<'originalPrice', number>>;

export type LineOffer = NonNullable<CartLine['specialOffer']>;

/** A line to add: quantity 1 by default; original price and promo code are used only with an offer. */
export type CartInput = { readonly _id: string } & Pick<CartLine, 'name' | 'price' | 'image'> &
  Partial<Pick<CartLine, 'quantity' | 'specialOffer' | 'originalPrice' | 'promoCode'>> &
  Pick<CartLine, 'details' | 'isDevice' | 'brand' | 'color' | 'category'>;
