import * as z from 'zod/mini';
import type { Facets, Suggestion } from '../catalog/catalog-endpoints.ts';
import type { Picture, Product, ProductSpecs } from '../catalog/product.ts';
import type { CreditPosting } from '../order/credit-endpoints.ts';
import { creditCauses } from './credit-causes.ts';
import { deviceGrades } from './device-grades.ts';
import { shopCurrency } from './money.ts';
import { productCategories } from './products.ts';

/** A schema for an answer, navigation state or storage. */
export type Readable<Value, Input = unknown> = z.ZodMiniType<Value, Input>;

/** A text that is not empty. */
export const filledText = z.string().check(z.trim(), z.minLength(1));
export const textOrEmpty = z.catch(z.string(), '');
export const count = z.number().check(z.minimum(0));
export const amount = z.number().check(z.positive());

/** A list without the items that do not match, so that one bad record does not break the page. */
export const listOf = <Item>(item: Readable<Item>) =>
  z.pipe(
    z.array(z.catch(z.nullable(item), null)),
    z.transform((items) => items.filter((read) => read !== null)),
  );

const pictureAnswer: Readable<Picture> = z.object({
  id: z.string(),
  alt: textOrEmpty,
  width: z.catch(amount, 1200),
  height: z.catch(amount, 1200),
  dominantColor: z.catch(z.string(), '#f2f4f1'),
  hasTransparency: z.catch(z.boolean(), true),
});

const category = z.pipe(z.string().check(z.trim(), z.toLowerCase()), z.enum(productCategories));

const filledSpecs = z.pipe(
  z.record(z.string(), z.catch(z.optional(filledText), undefined)),
  z.transform((specs): ProductSpecs => specs),
);

/** Fills `_id` and `id` from each other. */
export const withBothIds = z.transform((raw: unknown): unknown => {
  if (typeof raw !== 'object' || raw === null) return raw;
  const { _id, id }: { _id?: unknown; id?: unknown } = raw;
  return { ...raw, _id: _id ?? id, id: _id ?? id };
});

const deviceForSaleAnswer: Readable<NonNullable<Product['device']>> = z.object({
  ofProductId: z.string(),
  grade: z.enum(deviceGrades),
  batteryHealthPercent: amount,
  passportLink: z.string(),
  photos: z.catch(listOf(z.string()), []),
});

/** A product needs id, name, price and a known category; everything else has a default. */
export const productShape = {
  _id: z.string(),
  id: z.string(),
  name: z.string(),
  brand: textOrEmpty,
  description: textOrEmpty,
  price: amount,
  oldPrice: z.catch(z.nullable(amount), null),
  currency: z.catch(z.literal(shopCurrency), shopCurrency),
  category,
  featured: z.catch(z.boolean(), false),
  inStock: z.catch(z.boolean(), true),
  lowStockCount: z.catch(z.nullable(amount), null),
  image: textOrEmpty,
  pictures: z.catch(listOf(pictureAnswer), []),
  specs: z.catch(filledSpecs, {}),
  device: z.catch(z.optional(deviceForSaleAnswer), undefined),
  hasDevices: z.catch(z.optional(z.boolean()), undefined),
  createdAt: textOrEmpty,
  updatedAt: textOrEmpty,
  version: z.catch(amount, 1),
} satisfies Record<keyof Product, Readable<unknown>>;

export const productAnswer: Readable<Product> = z.pipe(withBothIds, z.object(productShape));

const facetValues = z.catch(listOf(z.object({ value: z.string(), count })), []);
const countOrZero = z.catch(count, 0);

/** Facets other than price and stock are lists of values. */
export const facetsAnswer = z.catchall(
  z.object({
    category: facetValues,
    brand: facetValues,
    price: z.object({ min: countOrZero, max: countOrZero }),
    inStock: countOrZero,
  }),
  facetValues,
) as unknown as Readable<Facets>;

export const suggestionAnswer: Readable<Suggestion> = z.union([
  z.object({ kind: z.literal('query'), text: z.string() }),
  z.object({
    kind: z.literal('product'),
    id: z.string(),
    text: z.string(),
    category,
    price: amount,
    image: textOrEmpty,
  }),
]);

/** The list of an answer: bare, or under `data`, `products` or `offers`. */
export const listInAnswer = z.transform((raw: unknown): unknown => {
  if (Array.isArray(raw)) return { data: raw };
  if (typeof raw !== 'object' || raw === null) return raw;
  const { data, products, offers }: { data?: unknown; products?: unknown; offers?: unknown } = raw;
  return { ...raw, data: data ?? products ?? offers };
});

/** The `data` of an answer. */
export const answerData = <Value>(schema: Readable<Value>) =>
  z.pipe(
    z.object({ data: schema }),
    z.transform(({ data }) => data),
  );

/** A sum in the shop's currency; some may be below zero. */
export const moneyAnswer = z.object({ amountInMinorUnits: z.int(), currency: z.literal(shopCurrency) });

export const creditPostingAnswer: Readable<CreditPosting> = z.object({
  id: z.string(),
  at: z.string(),
  cause: z.enum(creditCauses),
  reason: textOrEmpty,
  by: z.enum(['customer', 'admin', 'shop']),
  order: z.catch(z.nullable(z.object({ id: z.string(), orderNumber: z.string() })), null),
  amount: moneyAnswer,
  balanceAfter: moneyAnswer,
});

/** One page of a customer's credit, newest first. */
export const creditAnswer = answerData(
  z.object({
    balance: moneyAnswer,
    history: listOf(creditPostingAnswer),
    pagination: z.object({ page: count, total: count, totalPages: count }),
  }),
);

/**
 * The answer with a payment page, the only external page that the shopper is sent to: only web addresses are accepted.
 */
export const paymentPageAnswer = z.object({
  url: z.string().check(z.regex(/^https?:\/\//i)),
  /** Posted to `url`; absent when the page is opened as a link. */
  form: z.optional(z.record(z.string(), z.string())),
});

export type OpenedPaymentPage = z.output<typeof paymentPageAnswer>;
