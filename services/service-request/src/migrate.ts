import { migrateService } from '@kinmel/service-kit';
import { serviceRequestConfigSchema } from './config.ts';
import { serviceRequestModels } from './context.ts';

// The step of its own for places where the service starts with MIGRATE_AT_START=false: makes the indexes and ends.
await migrateService({
  name: 'service-request',
  configSchema: serviceRequestConfigSchema,
  models: serviceRequestModels,
});
