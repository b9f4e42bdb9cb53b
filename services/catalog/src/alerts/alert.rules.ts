import type { Alert, AlertCause, AlertKind, BodyOf, createAlert as endpoint } from '@kinmel/contracts';
import { shopCurrency } from '@kinmel/contracts';
import { ProblemError } from '@kinmel/service-kit';
import type { ProductState } from '../products/product.rules.ts';
import type { SearchedProduct } from '../search/search-entry.ts';
import { searchTerms } from '../search/search-terms.rules.ts';
import { searchedTexts } from '../search/searched-texts.rules.ts';
import { availabilityOf } from '../stock/stock.rules.ts';

/** A product that matched and was not told yet. */
export interface DueProduct {
  readonly productId: string;
  readonly cause: AlertCause;
}

/** An alert in catalog (A1 to A8). */
export interface AlertState {
  readonly id: string;
  readonly kind: AlertKind;
  /** The normal form of the address. */
  readonly email: string;
  /** Null unless the address is that of an account. */
  readonly userId: string | null;
  /** Equal for equal alerts of one address. */
  readonly key: string;
  readonly subject: string;
  /** Null for a wish. */
  readonly productId: string | null;
  /** The words of a wish. */
  readonly terms: readonly string[];
  readonly maxPriceInMinorUnits: number | null;
  /** The lowest price of the product that was seen or told; null for a wish. */
  readonly lowestPriceInMinorUnits: number | null;
  readonly due: readonly DueProduct[];
  /** Null until it is confirmed. */
  readonly confirmedAt: Date | null;
  /** When it is deleted; null once it is confirmed. */
  readonly expiresAt: Date | null;
  /** Nothing is sent before; null until it is confirmed. */
  readonly sendAfter: Date | null;
  readonly lastSentAt: Date | null;
  readonly createdAt: Date;
  /** Incremented by every change. */
  readonly version: number;
}

/** The most alerts of one address (A3). */
export const alertsPerMailbox = 20;
/** The most products that wait to be told, the latest. */
export const maxDue = 20;

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const confirmWithinMs = 2 * dayMs;
const askAgainAfterMs = 10 * minuteMs;

/** The same for an unknown link and for an ended alert. */
export const alertUnknown = () =>
  new ProblemError('not-found', 'This link is not valid any more. The alert may have ended.');

/** What an alert watches; refuses a wish whose words would match everything (A2). */
export function watchedBy(
  body: BodyOf<typeof endpoint>,
  product: ProductState | undefined,
): Pick<
  AlertState,
  'kind' | 'key' | 'subject' | 'productId' | 'terms' | 'maxPriceInMinorUnits' | 'lowestPriceInMinorUnits'
> {
  if (body.kind === 'product') {
    if (!product) throw new ProblemError('not-found', 'Product not found');
    const { id: productId, name: subject, priceInMinorUnits } = product;
    return {
      kind: 'product',
      key: productId,
      subject,
      productId,
      terms: [],
      maxPriceInMinorUnits: null,
      lowestPriceInMinorUnits: priceInMinorUnits,
    };
  }
  const terms = [...new Set(searchTerms(body.text))].toSorted();
  if (terms.length === 0) {
    const message = 'Name a maker, a model or what it should do.';
    throw new ProblemError('invalid-request', message, [{ path: 'text', message }]);
  }
  const maxPriceInMinorUnits = body.maxPrice?.amountInMinorUnits ?? null;
  return {
    kind: 'wish',
    key: [...terms, maxPriceInMinorUnits].join(' '),
    subject: body.text,
    productId: null,
    terms,
    maxPriceInMinorUnits,
    lowestPriceInMinorUnits: null,
  };
}

/** With the address of the account nothing has to be confirmed (A1). */
export const confirmed = (now: Date) => ({ confirmedAt: now, sendAfter: now, expiresAt: null });

/** The end of the link in the mail that asks to confirm. */
export const asked = (now: Date) => ({ expiresAt: new Date(now.getTime() + confirmWithinMs) });

export const newAlert = (
  id: string,
  watched: ReturnType<typeof watchedBy>,
  { email, userId, now }: Pick<AlertState, 'email' | 'userId'> & { readonly now: Date },
): AlertState => ({
  ...watched,
  id,
  email,
  userId,
  due: [],
  confirmedAt: null,
  sendAfter: null,
  lastSentAt: null,
  createdAt: now,
  version: 1,
  ...asked(now),
  ...(userId === null ? {} : confirmed(now)),
});

/** An address is asked about an alert at most once in ten minutes (A2). */
export const mayAskAgain = ({ expiresAt }: AlertState, now: Date) =>
  expiresAt !== null && expiresAt.getTime() - now.getTime() <= confirmWithinMs - askAgainAfterMs;

/** The words by which wishes find a product: those of its search, without the description. */
export const wordsOf = (product: SearchedProduct): string[] =>
  Object.entries(searchedTexts)
    .filter(([name]) => name !== 'description')
    .flatMap(([, textOf]) => searchTerms(textOf(product)));

/** The first due product that still matches: in stock, and not more expensive than wanted (A6). */
export function matchOf(
  alert: Pick<AlertState, 'due' | 'maxPriceInMinorUnits' | 'lowestPriceInMinorUnits'>,
  products: readonly ProductState[],
): { readonly cause: AlertCause; readonly product: ProductState } | undefined {
  for (const { productId, cause } of alert.due) {
    const product = products.find(({ id }) => id === productId);
    if (!product || !availabilityOf(product).inStock) continue;
    const { priceInMinorUnits: price } = product;
    const isTooMuch = alert.maxPriceInMinorUnits !== null && price > alert.maxPriceInMinorUnits;
    const isNoDrop = cause === 'cheaper' && price >= (alert.lowestPriceInMinorUnits ?? Infinity);
    if (!isTooMuch && !isNoDrop) return { cause, product };
  }
  return undefined;
}

/** The alert after its mail: the next one is a day later, and below the told price (A5, A6). */
export const told = (
  { lowestPriceInMinorUnits: lowest }: Pick<AlertState, 'lowestPriceInMinorUnits'>,
  { priceInMinorUnits }: Pick<ProductState, 'priceInMinorUnits'>,
  now: Date,
) => ({
  due: [],
  lastSentAt: now,
  sendAfter: new Date(now.getTime() + dayMs),
  lowestPriceInMinorUnits: lowest === null ? null : Math.min(lowest, priceInMinorUnits),
});

const moneyOf = (amountInMinorUnits: number) => ({ amountInMinorUnits, currency: shopCurrency });

/** What an alert is about, in answers and events. */
export const subjectOf = ({ kind, subject, productId, maxPriceInMinorUnits }: AlertState) => ({
  kind,
  subject,
  productId,
  maxPrice: maxPriceInMinorUnits === null ? null : moneyOf(maxPriceInMinorUnits),
});

/** A product that was found, in events. */
export const foundProduct = ({ id: productId, name, priceInMinorUnits }: ProductState) => ({
  productId,
  name,
  price: moneyOf(priceInMinorUnits),
});

export const alertAnswer = (alert: AlertState): Alert => ({
  ...subjectOf(alert),
  isConfirmed: alert.confirmedAt !== null,
});
