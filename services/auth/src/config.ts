import {
  keySchema,
  objectsConfigShape,
  portOf,
  processPorts,
  serviceConfigShape,
  wholeNumber,
} from '@kinmel/service-kit';
import { z } from 'zod';
import type { PasskeySettings } from './passkeys/passkey.ts';

/** Published in this repository, so production refuses it. */
export const defaultAdminPassword = 'Admin123';

/** README.md explains each variable. */
export const authConfigSchema = z
  .object({
    ...serviceConfigShape,
    ...objectsConfigShape,
    AUTH_PORT: portOf('auth'),
    /** Private keys (mode 0600), shared by all instances. */
    AUTH_KEYS_FOLDER: z.string().default('.kinmel/auth-keys'),
    /** Shared by all instances. */
    AVATARS_FOLDER: z.string().default('.kinmel/avatars'),
    /** Encrypts the tokens of reset links. */
    MAIL_SEAL_KEY: keySchema,
    ADMIN_EMAIL: z.email().default('admin@kinmel.example'),
    ADMIN_PASSWORD: z.string().min(6).max(128).default(defaultAdminPassword),
    /** The admin's id in the sample data of other services. */
    SEED_ADMIN_ID: z
      .string()
      .regex(/^[0-9a-f]{24}$/, 'expected 24 hexadecimal characters')
      .optional(),
    /** Lifetime of an access token. */
    ACCESS_TOKEN_SECONDS: wholeNumber(900, 30, 3600),
    /** Days of inactivity after which a session ends. */
    SESSION_DAYS: wholeNumber(30, 1, 365),
    /** Hours after the sign-in of a person of the staff at which the session ends. */
    STAFF_SESSION_HOURS: wholeNumber(12, 1, 168),
    /** Minutes without activity after which a session of staff ends. */
    STAFF_IDLE_MINUTES: wholeNumber(30, 3, 1440),
    /** Days after the sign-in of a customer at which the session ends. */
    CUSTOMER_SESSION_DAYS: wholeNumber(90, 1, 365),
    SIGNUPS_PER_HOUR: wholeNumber(60, 1, 1_000_000),
    LOGINS_PER_HOUR: wholeNumber(300, 1, 1_000_000),
    RESETS_PER_HOUR: wholeNumber(60, 1, 1_000_000),
    /** The public address of the shop, whose pages use passkeys. */
    SHOP_URL: z.url().default(`http://localhost:${processPorts.gateway}`),
    /** Further origins of the shop's pages, separated by commas. */
    PASSKEY_ORIGINS: z
      .string()
      .trim()
      .transform((text) => text.split(/\s*,\s*/).filter(Boolean))
      .pipe(
        z.array(
          z
            .url()
            .refine((url) => new URL(url).origin === url, 'expected an origin, such as https://shop.example'),
        ),
      )
      .default([]),
    /** The domain that passkeys are made for: that of `SHOP_URL` or a parent. Changing it makes every passkey useless. */
    PASSKEY_DOMAIN: z
      .string()
      .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/, 'expected a domain, such as shop.example')
      .optional(),
    /** Staff work only in sessions in which they used a passkey. */
    REQUIRE_STAFF_PASSKEY: z.enum(['true', 'false']).default('false'),
  })
  .refine(
    ({ NODE_ENV, ADMIN_PASSWORD }) => NODE_ENV !== 'production' || ADMIN_PASSWORD !== defaultAdminPassword,
    { path: ['ADMIN_PASSWORD'], message: 'production must not use the default password' },
  );

/** The shop as the relying party of WebAuthn. */
export const passkeySettingsOf = (config: z.output<typeof authConfigSchema>): PasskeySettings => {
  const { origin, hostname } = new URL(config.SHOP_URL);
  return {
    relyingPartyId: config.PASSKEY_DOMAIN ?? hostname,
    origins: [origin, ...config.PASSKEY_ORIGINS],
    isRequiredOfStaff: config.REQUIRE_STAFF_PASSKEY === 'true',
  };
};
