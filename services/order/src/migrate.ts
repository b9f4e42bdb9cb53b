import { migrateService } from '@kinmel/service-kit';
import { orderConfigSchema } from './config.ts';
import { orderModels } from './context.ts';

// The step of its own for places where the service starts with MIGRATE_AT_START=false: makes the indexes and ends.
await migrateService({ name: 'order', configSchema: orderConfigSchema, models: orderModels });
