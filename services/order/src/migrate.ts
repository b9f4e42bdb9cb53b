import { migrateService } from '@kinmel/service-kit';
import { orderConfigSchema } from './config.ts';
import { backfillOrders, orderModels } from './context.ts';

// The step of its own for places where the service starts with MIGRATE_AT_START=false: makes the indexes, fills what is new and ends.
await migrateService({
  name: 'order',
  configSchema: orderConfigSchema,
  models: orderModels,
  backfill: backfillOrders,
});
