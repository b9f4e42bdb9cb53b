import {
  portOf,
  portSchema,
  releasesConfigShape,
  serviceConfigShape,
  urlOf,
  wholeNumber,
} from '@kinmel/service-kit';
import { z } from 'zod';

const address = z.url({ protocol: /^https?$/ });
const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text;
const origin = z
  .string()
  .refine(
    (text) => /^https?:/.test(text) && isOrigin(text),
    'expected an origin, such as https://www.kinmel.example',
  );
const origins = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(z.array(origin));
/** The common parent domain of all hosts that share a cookie. */
const domain = z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'expected a domain, such as kinmel.example');
const { NODE_ENV, LOG_LEVEL, HOST, DRAIN_WAIT_MS, AMQP_URL, AMQP_PREFIX, JWKS_URL, JWKS_FILE } =
  serviceConfigShape;

/** README.md explains each variable. */
export const gatewayConfigSchema = z.object({
  NODE_ENV,
  LOG_LEVEL,
  HOST,
  DRAIN_WAIT_MS,
  AMQP_URL,
  AMQP_PREFIX,
  JWKS_URL,
  JWKS_FILE,
  ...releasesConfigShape,
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  GATEWAY_PORT: portOf('gateway'),
  GATEWAY_METRICS_PORT: portSchema.optional(),
  GATEWAY_METRICS_HOST: z.string().default('127.0.0.1'),
  GATEWAY_PUBLIC_URL: address.optional(),
  GATEWAY_API_URL: origin.optional(),
  GATEWAY_CORS_ORIGINS: origins.default([]),
  GATEWAY_COOKIE_DOMAIN: domain.optional(),
  GATEWAY_TRUSTED_PROXIES: wholeNumber(0, 0, 5),
  GATEWAY_READS_PER_MINUTE: wholeNumber(3000, 1, 100_000_000),
  GATEWAY_WRITES_PER_MINUTE: wholeNumber(300, 1, 100_000_000),
  GATEWAY_CONNECTIONS: wholeNumber(10_000, 1, 1_000_000),
  GATEWAY_CONNECTIONS_PER_ADDRESS: wholeNumber(2000, 1, 1_000_000),
  GATEWAY_DEADLINE_MS: wholeNumber(10_000, 10, 60_000),
  GATEWAY_UPLOAD_DEADLINE_MS: wholeNumber(60_000, 10, 300_000),
  GATEWAY_FIRST_DATA_MS: wholeNumber(300, 1, 5000),
  GATEWAY_RENDER_MS: wholeNumber(50, 0, 5000),
  GATEWAY_KEPT_MEGABYTES: wholeNumber(64, 1, 4096),
  GATEWAY_FAILURE_BUDGET_VISITORS: wholeNumber(20, 1, 10_000),
  GATEWAY_FAILURE_BUDGET_NETWORKS: wholeNumber(5, 1, 10_000),
  GATEWAY_FAILURE_BUDGET_FACTOR: wholeNumber(2, 1, 100),
  GATEWAY_FAILURE_BUDGET_PERCENT: wholeNumber(2, 0, 100),
  AUTH_URL: address.optional(),
  CATALOG_URL: urlOf('catalog'),
  ORDER_URL: urlOf('order'),
  OFFER_URL: address.optional(),
  NOTIFICATION_URL: address.optional(),
  SERVICE_REQUEST_URL: address.optional(),
  RENDER_URL: address.optional(),
  DEVICE_URL: address.optional(),
  REMOTES_FOLDER: z.string().default('.kinmel/remotes'),
  REGISTRY_FOLDER: z.string().default('.kinmel/registry'),
  SHELLS_FOLDER: z.string().default('.kinmel/shell'),
  REGISTRY_KEYS_FILE: z.string().default('.kinmel/keys/trusted.pem'),
  RELEASE_KEY_FILE: z.string().optional(),
  UPLOADS_FOLDER: z.string().optional(),
  PAYMENT_FORM_ORIGINS: origins.default([]),
  RELEASES_PROTECTED: z.enum(['true', 'false']).default('false'),
  DOCS_FOLDER: z.string().default('docs'),
});

export type GatewayConfig = z.output<typeof gatewayConfigSchema>;
