import { productCreated, productDeleted, productImproved } from '@kinmel/contracts';
import { onEvent, type SubscriptionDefinition } from '@kinmel/service-kit';
import { availabilityOf } from '../stock/stock.rules.ts';
import type { AlertsContext } from './create-alert.ts';

/** Catalog's own events, so that no change of a product is missed by its alerts (A6). */
export const alertsSubscriptions = ({
  alerts,
  products,
}: Pick<AlertsContext, 'alerts' | 'products'>): SubscriptionDefinition[] => {
  const note = async (
    productId: string,
    ...[cause, session]: [Parameters<typeof alerts.noteMatches>[1], Parameters<typeof alerts.noteMatches>[2]]
  ) => {
    const product = await products.find(productId);
    if (product && availabilityOf(product).inStock) await alerts.noteMatches(product, cause, session);
  };
  return [
    onEvent(productCreated, ({ data }, { session }) => note(data.productId, 'new', session)),
    onEvent(productImproved, ({ data }, { session }) => note(data.productId, data.cause, session)),
    onEvent(productDeleted, ({ data }, { session }) => alerts.end({ productId: data.productId }, session)),
  ];
};
