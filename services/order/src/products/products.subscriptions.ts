import { productCreated, productDeleted, productUpdated, stockChanged } from '@kinmel/contracts';
import { onEvent, type SubscriptionDefinition } from '@kinmel/service-kit';
import { followProductNews, type ProductsContext } from './follow-product-news.ts';

export const productsSubscriptions = (context: ProductsContext): SubscriptionDefinition[] => [
  onEvent(productCreated, ({ aggregateVersion: version, data }, delivery) =>
    followProductNews(context, { kind: 'snapshot', version, product: data }, delivery),
  ),
  onEvent(productUpdated, ({ aggregateVersion: version, data }, delivery) =>
    followProductNews(context, { kind: 'snapshot', version, product: data }, delivery),
  ),
  onEvent(productDeleted, ({ aggregateVersion: version, data }, delivery) =>
    followProductNews(context, { kind: 'deleted', version, productId: data.productId }, delivery),
  ),
  onEvent(stockChanged, ({ aggregateVersion: version, data }, delivery) =>
    followProductNews(context, { kind: 'stock', version, ...data }, delivery),
  ),
];
