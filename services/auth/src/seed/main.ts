import { databaseNameOf, readConfig, refuseSampleSecrets, serviceConfigShape } from '@kinmel/service-kit';
import { z } from 'zod';
import { authConfigSchema, defaultAdminPassword } from '../config.ts';
import { seedAuth } from './index.ts';

// node src/seed/main.ts: the admin of the sample data and, except in production, the customer.
const { ADMIN_EMAIL, ADMIN_PASSWORD, SEED_ADMIN_ID } = authConfigSchema.shape;
refuseSampleSecrets({ ADMIN_PASSWORD: defaultAdminPassword, ...process.env });
const config = readConfig(
  z.object({
    NODE_ENV: serviceConfigShape.NODE_ENV,
    MONGODB_URI: serviceConfigShape.MONGODB_URI,
    MONGODB_DB_PREFIX: serviceConfigShape.MONGODB_DB_PREFIX,
    ADMIN_EMAIL,
    ADMIN_PASSWORD,
    SEED_ADMIN_ID,
    SEED_CUSTOMER_ID: SEED_ADMIN_ID,
    SEED_CUSTOMER_EMAIL: z.email().default('customer@kinmel.example'),
    SEED_CUSTOMER_PASSWORD: z.string().min(6).max(128).default('Customer123'),
  }),
);
const { made } = await seedAuth({
  mongodbUri: config.MONGODB_URI,
  databaseName: databaseNameOf('auth', config.MONGODB_DB_PREFIX),
  admin: { id: config.SEED_ADMIN_ID, email: config.ADMIN_EMAIL, password: config.ADMIN_PASSWORD },
  customer:
    config.NODE_ENV === 'production'
      ? undefined
      : {
          id: config.SEED_CUSTOMER_ID,
          email: config.SEED_CUSTOMER_EMAIL,
          password: config.SEED_CUSTOMER_PASSWORD,
        },
});
process.stdout.write(`${made} accounts made\n`);
