import { readConfig } from '../config/read-config.ts';
import type { ServiceConfig } from '../config/service-config.ts';
import { createLogger } from '../log/logger.ts';
import { type OpenServiceOptions, openDatabase, type ServiceConfigSchema } from './open-service.ts';

/**
 * The step of its own for places where a service starts with `MIGRATE_AT_START=false`: creates the declared indexes
 * whatever that variable says, checks them, fills what earlier versions left out and lets go of the database.
 */
export async function migrateService<Schema extends ServiceConfigSchema>({
  name,
  configSchema,
  models,
  backfill,
  env,
}: Omit<OpenServiceOptions<Schema>, 'logger' | 'metrics'>): Promise<void> {
  const config = readConfig(configSchema, env);
  const common: ServiceConfig = config;
  const logger = createLogger({ service: `${name}-migrate`, level: common.LOG_LEVEL });
  const connection = await openDatabase({
    name,
    config: common,
    logger,
    models,
    backfill: backfill && ((opening) => backfill(opening, config)),
    migrates: true,
  });
  logger.info('all indexes are in place');
  await connection.close();
}
