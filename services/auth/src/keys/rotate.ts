import { readConfig } from '@kinmel/service-kit';
import { z } from 'zod';
import { authConfigSchema } from '../config.ts';
import { rotateSigningKeys } from './signing-keys.ts';

// `npm run rotate-keys`: adds a signing key without a restart and without ending sessions.
const { AUTH_KEYS_FOLDER } = readConfig(
  z.object({ AUTH_KEYS_FOLDER: authConfigSchema.shape.AUTH_KEYS_FOLDER }),
);
try {
  const { kid, signsFrom } = await rotateSigningKeys(AUTH_KEYS_FOLDER);
  process.stdout.write(`${kid} is published now and signs from ${signsFrom.toISOString()}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : 'The keys could not be rotated.'}\n`);
  process.exitCode = 1;
}
