import { migrateService } from '@kinmel/service-kit';
import { notificationConfigSchema } from './config.ts';
import { notificationModels } from './context.ts';

// The step of its own for places where the service starts with MIGRATE_AT_START=false: makes the indexes and ends.
await migrateService({
  name: 'notification',
  configSchema: notificationConfigSchema,
  models: notificationModels,
});
