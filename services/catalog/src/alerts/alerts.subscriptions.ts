import { type AlertCause, productCreated, productDeleted, productImproved } from '@kinmel/contracts';
import { onEvent, type SubscriptionDefinition } from '@kinmel/service-kit';
import type { ClientSession } from 'mongoose';
import { availabilityOf } from '../stock/stock.rules.ts';
import type { AlertsContext } from './create-alert.ts';

/** Listens to catalog's own events, so that no change of a product is missed (CAT-A6). */
export const alertsSubscriptions = ({ alerts, products }: AlertsContext): SubscriptionDefinition[] => {
  const note = async (productId: string, cause: AlertCause, session: ClientSession) => {
    const product = await products.find(productId);
    if (product && availabilityOf(product).inStock) await alerts.noteMatches(product, cause, session);
  };
  return [
    onEvent(productCreated, ({ data }, { session }) => note(data.productId, 'new', session)),
    onEvent(productImproved, ({ data }, { session }) => note(data.productId, data.cause, session)),
    onEvent(productDeleted, ({ data }, { session }) => alerts.end({ productId: data.productId }, session)),
  ];
};
