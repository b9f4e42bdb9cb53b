import { lineKey, mostLines, mostPieces } from '../cart.rules.ts';
import type { CartLine, LineOffer } from '../cart-line.ts';
import { withoutPromo, withPromo } from '../pricing/promo.rules.ts';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const text = (value: unknown, most: number): string | undefined =>
  typeof value === 'string' && value.length > 0 && value.length <= most ? value : undefined;

const amount = (value: unknown): number | undefined =>
  typeof value === 'number' && value >= 0.01 && value <= 1_000_000_000
    ? Math.round(value * 100) / 100
    : undefined;

const percent = (value: unknown): number =>
  typeof value === 'number' && value >= 0 && value <= 100 ? value : 0;

/** Only a path of the shop itself: what storage says must not make the page fetch from elsewhere. */
const picture = (value: unknown): string =>
  typeof value === 'string' && value.length <= 300 && /^\/(?!\/)[\w./-]+$/.test(value) ? value : '';

function parseOffer(raw: unknown): LineOffer | null {
  if (!isRecord(raw)) return null;
  const id = text(raw.id, 64);
  if (!id) return null;
  return {
    id,
    title: text(raw.title, 200) ?? '',
    description: text(raw.description, 2000) ?? '',
    discount: text(raw.discount, 100) ?? '',
    discountPercentage: percent(raw.discountPercentage),
  };
}

/** The price follows from the rest: of a line without offer it is the original price, less what its code takes off. */
function settle(line: CartLine): CartLine {
  if (line.specialOffer) return line;
  const { promoCode, discountPercentage } = line;
  if (promoCode && discountPercentage > 0) return withPromo(line, { code: promoCode, discountPercentage });
  return withoutPromo({ ...line, originalPrice: line.price });
}

function parseLine(raw: unknown): CartLine | undefined {
  if (!isRecord(raw)) return undefined;
  const id = text(raw.id, 64);
  const name = text(raw.name, 200);
  const price = amount(raw.price);
  const { quantity } = raw;
  if (!id || !name || !price) return undefined;
  if (typeof quantity !== 'number' || !Number.isInteger(quantity) || quantity <= 0) return undefined;
  const details = text(raw.details, 200);
  const brand = text(raw.brand, 100);
  const color = text(raw.color, 100);
  const category = text(raw.category, 40);
  return settle({
    id,
    name,
    price,
    originalPrice: amount(raw.originalPrice) ?? price,
    image: picture(raw.image),
    quantity: Math.min(quantity, mostPieces),
    specialOffer: parseOffer(raw.specialOffer),
    promoCode: text(raw.promoCode, 64) ?? null,
    addedAt: typeof raw.addedAt === 'number' && Number.isFinite(raw.addedAt) ? raw.addedAt : 0,
    discountApplied: raw.discountApplied === true,
    discountPercentage: percent(raw.discountPercentage),
    ...(details ? { details } : {}),
    ...(brand ? { brand } : {}),
    ...(color ? { color } : {}),
    ...(category ? { category } : {}),
  });
}

/**
 * Reads what storage holds. A line that is not one is left out and the others stay; of two with the same identity the
 * first stays. What is no list at all is undefined: that key starts empty.
 */
export function parseCart(raw: unknown): readonly CartLine[] | undefined {
  if (!Array.isArray(raw)) return undefined;
  const lines = new Map<string, CartLine>();
  for (const entry of raw) {
    const line = parseLine(entry);
    if (line && !lines.has(lineKey(line))) lines.set(lineKey(line), line);
    if (lines.size === mostLines) break;
  }
  return [...lines.values()];
}
