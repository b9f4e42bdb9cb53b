import {
  type Alert,
  type AlertCause,
  type BodyOf,
  dayMs,
  deviceGrades,
  type createAlert as endpoint,
  shopCurrency,
} from '@kinmel/contracts';
import { ProblemError, refusal } from '@kinmel/service-kit';
import type { ProductState } from '../products/product.rules.ts';
import type { SearchedProduct } from '../search/search-entry.ts';
import { searchTerms } from '../search/search-terms.rules.ts';
import { searchedTexts } from '../search/searched-texts.rules.ts';
import { availabilityOf } from '../stock/stock.rules.ts';

/** A stored alert (CAT-A1 to CAT-A8). */
export interface AlertState {
  readonly id: string;
  /** The normal form of the address. */
  readonly email: string;
  /** Null unless the address belongs to an account. */
  readonly userId: string | null;
  /** A key that is equal for equal alerts of one address. */
  readonly key: string;
  readonly subject: string;
  /** Null for a wish. */
  readonly productId: string | null;
  /** The words of a wish. */
  readonly terms: string[];
  readonly maxPriceInMinorUnits: number | null;
  /** Missing in older alerts. */
  readonly minGrade?: Alert['minGrade'];
  /** The lowest price of the product that the customer saw or was mailed; null for a wish. */
  readonly lowestPriceInMinorUnits: number | null;
  /** Matching products that were not mailed yet. */
  readonly due: { productId: string; cause: AlertCause }[];
  /** When it expires; null once it is confirmed. */
  readonly expiresAt: Date | null;
  /** The earliest time of its next mail; null until it is confirmed. */
  readonly sendAfter: Date | null;
  /** Incremented by every change. */
  readonly version: number;
}

/** Limit of alerts per address (CAT-A3). */
export const alertsPerMailbox = 20;
/** Limit of products that wait to be mailed; the oldest are dropped. */
export const maxDue = 20;

const confirmWithinMs = 2 * dayMs;
const confirmAgainAfterMs = 10 * 60_000;

/** What an alert looks for. Refuses a wish whose words would match everything (CAT-A2). */
export function alertFieldsOf(body: BodyOf<typeof endpoint>, product: ProductState | undefined) {
  if (body.kind === 'product') {
    if (!product) throw new ProblemError('not-found', 'Product not found');
    const { id, name: subject, priceInMinorUnits: lowestPriceInMinorUnits } = product;
    const unlimited = { terms: [], maxPriceInMinorUnits: null };
    return { ...unlimited, key: id, subject, productId: id, lowestPriceInMinorUnits };
  }
  const terms = [...new Set(searchTerms(body.text))].toSorted();
  if (terms.length === 0)
    throw refusal('text', 'Name a maker, a model or what it should do.', 'invalid-request');
  const maxPriceInMinorUnits = body.maxPrice?.amountInMinorUnits ?? null;
  const { text: subject, minGrade } = body;
  const key = [...terms, maxPriceInMinorUnits, ...(minGrade ? [minGrade] : [])].join(' ');
  const productless = { productId: null, lowestPriceInMinorUnits: null };
  return { ...productless, key, subject, terms, maxPriceInMinorUnits, minGrade };
}

/** An account's own address needs no confirmation (CAT-A1). */
export const confirmedFields = (now: Date) => ({ sendAfter: now, expiresAt: null });

/** The state until the link of the confirmation mail is used. */
const unconfirmedFields = (now: Date) => ({
  sendAfter: null,
  expiresAt: new Date(now.getTime() + confirmWithinMs),
});

export const newAlert = (
  id: string,
  alertFields: ReturnType<typeof alertFieldsOf>,
  { email, userId, now }: Pick<AlertState, 'email' | 'userId'> & { readonly now: Date },
): AlertState => ({
  ...alertFields,
  id,
  email,
  userId,
  due: [],
  version: 1,
  ...(userId === null ? unconfirmedFields(now) : confirmedFields(now)),
});

/**
 * The changes when an existing alert is requested again: a confirmation is mailed at most once in ten minutes (CAT-A2).
 */
export function repeatedRequestChanges({ userId, expiresAt }: AlertState, caller: string | null, now: Date) {
  if (caller !== null && userId === null) return { userId: caller, ...(expiresAt && confirmedFields(now)) };
  const requestedAt = expiresAt && expiresAt.getTime() - confirmWithinMs;
  return requestedAt !== null && requestedAt + confirmAgainAfterMs <= now.getTime()
    ? unconfirmedFields(now)
    : undefined;
}

/** The words by which wishes match a product: those of its search, without the description. */
export const wordsOf = (product: SearchedProduct): string[] =>
  Object.entries(searchedTexts)
    .filter(([name]) => name !== 'description')
    .flatMap(([, textOf]) => searchTerms(textOf(product)));

/** The minimum grades of a wish that a product satisfies: none, or the grade of a device and the worse ones. */
export const minGradesOf = ({ device }: Pick<ProductState, 'device'>): Alert['minGrade'][] => [
  null,
  ...(device ? deviceGrades.slice(deviceGrades.indexOf(device.grade)) : []),
];

/** The first due product that still matches: in stock, not above the price and not below the grade (CAT-A6). */
export function matchOf(alert: AlertState, products: readonly ProductState[]) {
  const { maxPriceInMinorUnits: maxPrice, lowestPriceInMinorUnits: lowestPrice } = alert;
  for (const { productId, cause } of alert.due) {
    const product = products.find(({ id }) => id === productId);
    if (!product || !availabilityOf(product).inStock) continue;
    if (!minGradesOf(product).includes(alert.minGrade ?? null)) continue;
    const price = product.priceInMinorUnits;
    const isNotCheaper = cause === 'cheaper' && price >= (lowestPrice ?? Infinity);
    if (price <= (maxPrice ?? Infinity) && !isNotCheaper) return { cause, product };
  }
  return undefined;
}

/**
 * The alert after its mail: the next one is sent a day later at the earliest, and only below this price (CAT-A5,
 * CAT-A6).
 */
export const alertAfterMail = (
  { lowestPriceInMinorUnits: lowestPrice }: AlertState,
  { priceInMinorUnits }: ProductState,
  now: Date,
) => ({
  due: [],
  sendAfter: new Date(now.getTime() + dayMs),
  lowestPriceInMinorUnits: lowestPrice && Math.min(lowestPrice, priceInMinorUnits),
});

export const moneyOf = (amountInMinorUnits: number) => ({ amountInMinorUnits, currency: shopCurrency });

/** The subject of an alert, in answers and events. */
export const subjectOf = ({ subject, productId, maxPriceInMinorUnits: maxPrice, minGrade }: AlertState) => ({
  kind: productId === null ? ('wish' as const) : ('product' as const),
  subject,
  productId,
  maxPrice: maxPrice === null ? null : moneyOf(maxPrice),
  minGrade: minGrade ?? null,
});
