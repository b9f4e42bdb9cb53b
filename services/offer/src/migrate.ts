import { migrateService } from '@kinmel/service-kit';
import { offerConfigSchema } from './config.ts';
import { offerModels } from './context.ts';

// The step of its own for places where the service starts with MIGRATE_AT_START=false: makes the indexes and ends.
await migrateService({ name: 'offer', configSchema: offerConfigSchema, models: offerModels });
