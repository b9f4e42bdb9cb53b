import { dependentStages, mostStages } from '../dependent-stages.ts';
import type { Figure } from '../measure/figure.ts';
import type { MeasuredShop } from '../measure/shop.ts';

/** Row 14: how many requests wait for each other before the product's picture, and before a working "Add to Cart". */
export async function stages(shop: MeasuredShop): Promise<Figure[]> {
  const { picture, addToCart } = await dependentStages(shop.gatewayUrl, shop.productIds[0] ?? '');
  const common = { unit: 'stages', isExact: true, remark: 'product page of a new visitor' } as const;
  return [
    {
      ...common,
      row: "14 dependent stages to the product's picture",
      value: picture,
      gate: mostStages.picture,
      goal: 2,
    },
    {
      ...common,
      row: '14 dependent stages to a working add to cart',
      value: addToCart,
      gate: mostStages.addToCart,
      goal: 3,
    },
  ];
}
