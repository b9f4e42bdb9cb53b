import { migrateService } from '@kinmel/service-kit';
import { authConfigSchema } from './config.ts';
import { authModels } from './context.ts';

// The step of its own for places where the service starts with MIGRATE_AT_START=false: makes the indexes and ends.
await migrateService({ name: 'auth', configSchema: authConfigSchema, models: authModels });
