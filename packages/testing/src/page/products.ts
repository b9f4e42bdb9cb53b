import type { Facets, Policy, Product } from '@kinmel/contracts';
import { emptyProductTexts } from '@kinmel/contracts/browser';

/** A product id by number. */
export const productId = (number: number): string => number.toString(16).padStart(24, '0');

/** A product with fixed values. `id` changes both ids. */
export function aProduct({ id = productId(1), ...changes }: Partial<Product> = {}): Product {
  return {
    _id: id,
    id,
    ...emptyProductTexts,
    name: 'iPhone 13 Pro',
    brand: 'Apple',
    description: 'Pre-loved and checked in our workshop.',
    price: 91_500,
    oldPrice: 131_900,
    currency: 'NPR',
    category: 'premiumsmartphones',
    featured: true,
    inStock: true,
    lowStockCount: null,
    image: '/uploads/iphone-13-pro/640.webp',
    pictures: [
      {
        id: 'iphone-13-pro',
        alt: 'iPhone 13 Pro, Sierra Blue, back and front',
        width: 1000,
        height: 1000,
        dominantColor: '#9cb5cf',
        hasTransparency: true,
      },
    ],
    specs: {
      storage: '128 GB',
      display: '6.1 inch OLED, 120 Hz',
      battery: '3,095 mAh',
      camera: '12 MP wide',
      color: 'Sierra Blue',
    },
    createdAt: '2026-11-18T10:40:00.000Z',
    updatedAt: '2026-11-18T10:40:00.000Z',
    version: 1,
    ...changes,
  };
}

/** A device for sale: a piece of the first product (decision 82). */
export const aDevice = (
  { id = productId(11), ...changes }: Partial<Product> = {},
  device: Partial<NonNullable<Product['device']>> = {},
) =>
  aProduct({
    id,
    price: 60_000,
    oldPrice: null,
    lowStockCount: 1,
    specs: { storage: '256 GB', color: 'Graphite' },
    device: {
      ofProductId: productId(1),
      grade: 'B',
      batteryHealthPercent: 88,
      passportLink: `/passport/${id}`,
      photos: [],
      ...device,
    },
    ...changes,
  });

/** Products that differ in id and name ("Phone 1", "Phone 2", …). */
export function products(count: number, changes: Partial<Product> = {}): Product[] {
  return Array.from({ length: count }, (_, index) =>
    aProduct({ name: `Phone ${index + 1}`, ...changes, id: productId(index + 1) }),
  );
}

/** The answer of `GET /api/products`; facets are counted unless given. */
export function productListAnswer(
  list: readonly Product[],
  changes: { facets?: Partial<Facets>; total?: number } = {},
) {
  const counted = (values: readonly string[]) =>
    [...new Set(values)].map((value) => ({ value, count: values.filter((other) => other === value).length }));
  const prices = list.map(({ price }) => price);
  const total = changes.total ?? list.length;
  return {
    success: true as const,
    data: list,
    pagination: {
      page: 1,
      limit: 100,
      total,
      totalPages: Math.ceil(total / 100),
      hasPrev: false,
      hasNext: total > 100,
    },
    facets: {
      category: counted(list.map(({ category }) => category)),
      brand: counted(list.map(({ brand }) => brand)),
      price: { min: Math.min(...prices, 1e9), max: Math.max(...prices, 0) },
      inStock: list.filter(({ inStock }) => inStock).length,
      ...changes.facets,
    },
  };
}

/** The policy with the texts of the specification. */
export function aPolicy(changes: Partial<Policy> = {}): Policy {
  return {
    version: 1,
    currency: 'NPR',
    shipping: {
      feeInMinorUnits: 1500,
      freeAboveInMinorUnits: 20_000,
      sentence: 'Free shipping over NPR 200',
    },
    tax: { percent: 8, label: 'Tax (8%)' },
    seller: { name: 'Kinmel', pan: '600000000' },
    fiscalYears: { '2083/84': '2026-07-17' },
    returns: { days: 30, sentence: '30-day money-back guarantee' },
    payments: { sentence: 'Secure payments', methods: ['cash_on_delivery', 'card', 'esewa', 'khalti'] },
    refunds: { isShippingRefunded: true },
    credit: {
      maxGoodwill: { amountInMinorUnits: 500_000, currency: 'NPR' },
      maxGoodwillPerYear: { amountInMinorUnits: 1_500_000, currency: 'NPR' },
      goodwillDays: 365,
    },
    approvals: { fourEyesFrom: { amountInMinorUnits: 10_000_000, currency: 'NPR' } },
    tradeIn: {
      creditBonusPercent: 5,
      maxQuoteInMinorUnits: 300_000,
      resaleMarkupPercent: 25,
      warrantyDays: 180,
      grades: [],
    },
    support: { sentence: '24/7 support', officeHours: 'Mon-Fri 8am to 5pm' },
    warranty: { repairDays: 90, repairSentence: '90-day repair warranty' },
    chat: {
      freeDelivery: 'Free delivery',
      expressDelivery: 'Express delivery',
      sameDayDelivery: 'Same-day delivery',
      returns: 'Returns',
      warranty: 'Warranty',
    },
    contact: { address: 'Kathmandu', email: 'hello@kinmel.example', phone: '+977 1 555 0142' },
    social: [],
    rates: [{ currency: 'USD', number: 1, shopMinorUnits: 13_500, from: '2026-11-25T06:00:00.000Z' }],
    ...changes,
  };
}
