import { defaultTimeZone } from '@kinmel/contracts';
import { z } from 'zod';
import { isTimeZone } from '../time/shop-days.ts';
import { type ProcessName, processPorts } from './process-ports.ts';

/** A TCP port; 0 picks a free one. */
export const portSchema = z
  .string()
  .regex(/^\d{1,5}$/, 'expected a port number')
  .transform(Number)
  .pipe(z.int().min(0).max(65_535, 'expected a port up to 65535'));

/** The port on which a process listens. */
export const portOf = (process: ProcessName) => portSchema.default(processPorts[process]);

/** The address of another process, by default on this machine. */
export const urlOf = (process: ProcessName) =>
  z.url({ protocol: /^https?$/ }).default(`http://127.0.0.1:${processPorts[process]}`);

/** A whole number within limits. */
export const wholeNumber = (fallback: number, min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'expected a whole number')
    .transform(Number)
    .pipe(z.int().min(min).max(max))
    .default(fallback);

const addressOf = (...protocols: string[]) =>
  z
    .string()
    .refine(
      (text) => protocols.some((protocol) => text.startsWith(`${protocol}://`)),
      `expected an address that starts with ${protocols.map((protocol) => `${protocol}://`).join(' or ')}`,
    );

/** Days on which the shop is closed in addition to weekends: `2026-12-25,2027-01-01`. */
export const closedDaysSchema = z
  .string()
  .default('')
  .transform((text) => text.split(',').filter((day) => day.trim() !== ''))
  .pipe(z.array(z.string().trim().pipe(z.iso.date())));

/** A 256-bit key for AES. */
export const keySchema = z
  .string('expected 32 bytes as base64')
  .refine(
    (text) => /^[A-Za-z0-9+/]{43}=$/.test(text) && Buffer.from(text, 'base64').length === 32,
    'expected 32 bytes as base64',
  );

/** Variables of every service, spread into its own schema. */
export const serviceConfigShape = {
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  HOST: z.string().default('127.0.0.1'),
  /**
   * How long a stopping instance still serves requests, because load balancers notice the stop only by a failed health
   * check.
   */
  DRAIN_WAIT_MS: wholeNumber(0, 0, 60_000),
  MONGODB_URI: addressOf('mongodb', 'mongodb+srv').default('mongodb://127.0.0.1:27018/?replicaSet=rs0'),
  MONGODB_DB_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,24}$/, 'expected letters, digits and dashes')
    .default('kinmel'),
  AMQP_URL: addressOf('amqp', 'amqps').default('amqp://guest:guest@127.0.0.1:5673'),
  AMQP_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9.-]{0,40}$/, 'expected letters, digits, dots and dashes')
    .default(''),
  JWKS_URL: addressOf('http', 'https').optional(),
  JWKS_FILE: z.string().optional(),
  /** Time zone in which days begin and exports are written. */
  SHOP_TIME_ZONE: z.string().refine(isTimeZone, 'expected a time zone').default(defaultTimeZone),
  /** Master key of the keys that seal personal data; without it personal data are stored in plain text. */
  DATA_KEY: keySchema.optional(),
  /** The other master key during a rotation; it only unseals. */
  DATA_KEY_OTHER: keySchema.optional(),
  /** Called on every admin request to check that the session is live (decision 33). */
  AUTH_URL: urlOf('auth'),
  /** Authenticates calls between services at `/internal`; without it they are refused. */
  SERVICE_TOKEN: z.string().min(16, 'expected at least 16 characters').optional(),
};

/** Variables of the services that write to customers: contact details of the shop. */
export const contactConfigShape = {
  SHOP_ADDRESS: z.string().max(200).default('Durbar Marg, Kathmandu'),
  SHOP_EMAIL: z.email().default('hello@kinmel.example'),
  SHOP_PHONE: z.string().max(40).default('+977 1 555 0142'),
};

/** The settings of `contactConfigShape` in the shape of policy, mails and documents. */
export const contactOf = (config: z.output<z.ZodObject<typeof contactConfigShape>>) => ({
  address: config.SHOP_ADDRESS,
  email: config.SHOP_EMAIL,
  phone: config.SHOP_PHONE,
});

export type ServiceConfig = z.output<z.ZodObject<typeof serviceConfigShape>>;

/** `kinmel_catalog`, with the prefix of a test run if there is one. */
export function databaseNameOf(service: string, prefix: string): string {
  return `${prefix}_${service.replaceAll('-', '_')}`;
}
