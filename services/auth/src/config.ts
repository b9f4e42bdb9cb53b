import { portSchema, serviceConfigShape } from '@kinmel/service-kit';
import { z } from 'zod';

const wholeNumber = (lowest: number, highest: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'expected a whole number')
    .transform(Number)
    .pipe(z.int().min(lowest).max(highest));

/** The password that everybody who read this repository knows; production refuses it. */
export const defaultAdminPassword = 'Admin123';

/** The environment of this service; README.md explains each variable. */
export const authConfigSchema = z
  .object({
    ...serviceConfigShape,
    AUTH_PORT: portSchema.default(4100),
    /** Where the private keys lie (mode 0600), outside the repository; the same folder for all instances. */
    AUTH_KEYS_FOLDER: z.string().default('.kinmel/auth-keys'),
    /** Where avatars lie; the same folder for all instances. */
    AVATARS_FOLDER: z.string().default('.kinmel/avatars'),
    /** Needed here: a reset link's token leaves this service sealed or not at all. */
    MAIL_SEAL_KEY: serviceConfigShape.MAIL_SEAL_KEY.nonoptional('expected 32 bytes as base64'),
    ADMIN_EMAIL: z.email().default('admin@kinmel.example'),
    ADMIN_PASSWORD: z.string().min(6).max(128).default(defaultAdminPassword),
    /** The admin's id where the sample data of other services know it. */
    SEED_ADMIN_ID: z
      .string()
      .regex(/^[0-9a-f]{24}$/, 'expected 24 hexadecimal characters')
      .optional(),
    /** Seconds that an access token is good for. */
    ACCESS_TOKEN_SECONDS: wholeNumber(30, 3600).default(900),
    /** Days after its last use that a session ends by itself. */
    SESSION_DAYS: wholeNumber(1, 365).default(30),
    SIGNUPS_PER_HOUR: wholeNumber(1, 1_000_000).default(60),
    LOGINS_PER_HOUR: wholeNumber(1, 1_000_000).default(300),
    RESETS_PER_HOUR: wholeNumber(1, 1_000_000).default(60),
  })
  .refine(
    ({ NODE_ENV, ADMIN_PASSWORD }) => NODE_ENV !== 'production' || ADMIN_PASSWORD !== defaultAdminPassword,
    { path: ['ADMIN_PASSWORD'], message: 'production needs a password of its own, not the default one' },
  );

export type AuthConfig = z.output<typeof authConfigSchema>;
