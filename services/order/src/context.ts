import type { Policy } from '@kinmel/contracts';
import {
  type Bus,
  type Logger,
  type Metrics,
  ReadyAnswers,
  type Stop,
  startSubscriptions,
} from '@kinmel/service-kit';
import type mongoose from 'mongoose';
import { createPoliciesStore, createPolicyModel } from './policy/policies.store.ts';
import { keepPolicyContent, type PolicyContext } from './policy/read-policy.ts';
import type { ProductsContext } from './products/follow-product-news.ts';
import { createProductCopiesStore, createProductCopyModel } from './products/product-copies.store.ts';
import { productsSubscriptions } from './products/products.subscriptions.ts';

/** Everything that the features of order depend on. */
export interface OrderContext extends PolicyContext, ProductsContext {
  readonly logger: Logger;
  /** Resolves when the policy record is there and events are consumed. */
  readonly start: () => Promise<void>;
  readonly stop: Stop;
}

export interface OrderContextOptions {
  readonly connection: mongoose.Connection;
  readonly bus: Bus;
  readonly contact: Policy['contact'];
  readonly logger: Logger;
  readonly metrics?: Metrics;
  readonly now?: () => Date;
  /** Pauses before a failed event is tried again; the usual ones unless a test cannot wait. */
  readonly retryDelaysMs?: readonly number[];
}

/** The models with their indexes, for the migration and its check. */
export const orderModels = (connection: mongoose.Connection) => [
  createPolicyModel(connection),
  createProductCopyModel(connection),
];

export function createOrderContext({
  connection,
  bus,
  contact,
  logger,
  metrics,
  now = () => new Date(),
  retryDelaysMs,
}: OrderContextOptions): OrderContext {
  let stopSubscriptions: Stop | undefined;
  const context: OrderContext = {
    logger,
    policies: createPoliciesStore(createPolicyModel(connection)),
    productCopies: createProductCopiesStore(createProductCopyModel(connection)),
    answers: new ReadyAnswers({ maxEntries: 2 }),
    contact,
    now,
    async start() {
      await keepPolicyContent(context);
      stopSubscriptions = await startSubscriptions({
        service: 'order',
        bus,
        connection,
        subscriptions: productsSubscriptions(context),
        logger,
        metrics,
        retryDelaysMs,
      });
    },
    async stop() {
      await stopSubscriptions?.();
    },
  };
  return context;
}
