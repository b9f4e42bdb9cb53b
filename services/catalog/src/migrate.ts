import { migrateService } from '@kinmel/service-kit';
import { catalogConfigSchema } from './config.ts';
import { catalogModels } from './context.ts';

// The step of its own for places where the service starts with MIGRATE_AT_START=false: makes the indexes and ends.
await migrateService({ name: 'catalog', configSchema: catalogConfigSchema, models: catalogModels });
