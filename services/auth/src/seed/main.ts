import { refuseSampleSecrets, runSeed, serviceConfigShape } from '@kinmel/service-kit';
import { z } from 'zod';
import { authConfigSchema, defaultAdminPassword } from '../config.ts';
import { authModels } from '../context.ts';
import { writeSampleAccounts } from './write-sample-accounts.ts';

// node src/seed/main.ts creates the sample admin and, except in production, a customer and a person of each role.
const { ADMIN_EMAIL, ADMIN_PASSWORD, SEED_ADMIN_ID } = authConfigSchema.shape;
refuseSampleSecrets({ ADMIN_PASSWORD: defaultAdminPassword, ...process.env });
const seedConfigSchema = z.object({
  ...serviceConfigShape,
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  SEED_ADMIN_ID,
  SEED_CUSTOMER_ID: SEED_ADMIN_ID,
  SEED_CUSTOMER_EMAIL: z.email().default('customer@kinmel.example'),
  SEED_CUSTOMER_PASSWORD: z.string().min(6).max(128).default('Customer123'),
  SEED_STAFF_PASSWORD: z.string().min(6).max(128).default('Staff123'),
});

await runSeed('auth', seedConfigSchema, authModels, async ({ config, connection, logger }) => {
  const customer = {
    id: config.SEED_CUSTOMER_ID,
    email: config.SEED_CUSTOMER_EMAIL,
    password: config.SEED_CUSTOMER_PASSWORD,
  };
  const isPublic = config.NODE_ENV === 'production';
  const accountCount = await writeSampleAccounts({
    connection,
    logger,
    admin: { id: config.SEED_ADMIN_ID, email: config.ADMIN_EMAIL, password: config.ADMIN_PASSWORD },
    customer: isPublic ? undefined : customer,
    staffPassword: isPublic ? undefined : config.SEED_STAFF_PASSWORD,
  });
  return `${accountCount} accounts made`;
});
