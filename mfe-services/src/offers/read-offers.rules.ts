import type { Offer } from '@kinmel/contracts';
import { type OfferTexts, offerDetailNames, offerTextEntries } from '@kinmel/contracts/browser';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const amount = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string' && item.trim() !== '') : [];

const types: readonly string[] = ['percentage', 'fixed', 'bundle', 'gift'] satisfies Offer['discountType'][];
const isType = (value: unknown): value is Offer['discountType'] =>
  typeof value === 'string' && types.includes(value);

function readDetails(value: unknown): Offer['productDetails'] {
  if (!isFields(value)) return {};
  return {
    ...Object.fromEntries(offerDetailNames.map((name) => [name, text(value[name])])),
    price: amount(value['price']),
    originalPrice: amount(value['originalPrice']),
    discountedPrice: amount(value['discountedPrice']),
  };
}

function readOffer(value: unknown): Offer[] {
  if (!isFields(value)) return [];
  const id = text(value['_id']) || text(value['id']);
  const title = text(value['title']);
  if (id === '' || title === '') return [];
  const { discountType } = value;
  return [
    {
      _id: id,
      id,
      ...(Object.fromEntries(offerTextEntries.map(([name]) => [name, text(value[name])])) as OfferTexts),
      discountType: isType(discountType) ? discountType : 'bundle',
      discountValue: amount(value['discountValue']) ?? 0,
      validFrom: text(value['validFrom']).slice(0, 10),
      validUntil: text(value['validUntil']).slice(0, 10),
      image: text(value['image']),
      isActive: value['isActive'] === true,
      redemptionSteps: texts(value['redemptionSteps']),
      productDetails: readDetails(value['productDetails']),
      targetProducts: texts(value['targetProducts']),
      version: amount(value['version']) ?? 1,
    },
  ];
}

/**
 * The offers of an answer, which may be a bare list or `{offers}`. One that cannot be read is left out; undefined
 * when there is no list at all.
 */
export function readOffers(answer: unknown): readonly Offer[] | undefined {
  const list = isFields(answer) ? (answer['offers'] ?? answer['data']) : answer;
  return Array.isArray(list) ? list.flatMap(readOffer) : undefined;
}
