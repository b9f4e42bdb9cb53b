import { keyFiles } from '../../webpack/paths.ts';
import { type SeededPerson, seedMode } from '../sample-data/people.ts';
import type { Secrets } from '../secrets.ts';
import type { StackFolders } from '../stack-folders.ts';
import { render, type StackPorts, services } from './services.ts';

/** What the environment of processes depends on; the servers run already. */
export interface StackParts {
  env: NodeJS.ProcessEnv;
  /** `NODE_ENV` of the processes. */
  mode: string;
  /** Planted faults that are switched on, only in the services. */
  planted?: string | undefined;
  ports: StackPorts;
  folders: StackFolders;
  mongodbUri: string;
  amqpUrl: string;
  /** Whether the gateway is behind a balancer, which passes the address of each client. */
  isBalanced: boolean;
  mail: { smtpUrl: string; pageUrl: string };
  /** Environment of the payment sandbox, if it runs. */
  payments: NodeJS.ProcessEnv;
}

const addressOf = (ports: StackPorts, name: string) => `http://127.0.0.1:${ports.services[name]}`;

export const shopUrl = ({ gateway }: Pick<StackPorts, 'gateway'>): string => `http://localhost:${gateway}`;

/**
 * Environment of the gateway: addresses and folders, no secrets of the services. User settings take precedence, except for
 * the addresses of parts that run here.
 */
export function gatewayEnvironment(parts: StackParts): NodeJS.ProcessEnv {
  const { env, mode, isBalanced, ports, folders, mongodbUri, amqpUrl, mail, payments } = parts;
  return {
    LOG_LEVEL: 'info',
    ...env,
    NODE_ENV: mode,
    HOST: '127.0.0.1',
    MONGODB_URI: mongodbUri,
    AMQP_URL: amqpUrl,
    JWKS_URL: `${addressOf(ports, 'auth')}/api/auth/jwks.json`,
    UPLOADS_FOLDER: folders.uploads,
    REMOTES_FOLDER: folders.remotes,
    REGISTRY_FOLDER: folders.registry,
    // A start deploys into the folders of this clone.
    RELEASES_URL: undefined,
    REGISTRY_KEYS_FILE: keyFiles().publicKeysFile,
    RELEASE_KEY_FILE: keyFiles().privateKeyFile,
    SHELLS_FOLDER: folders.shell,
    GATEWAY_PUBLIC_URL: env.GATEWAY_PUBLIC_URL ?? shopUrl(ports),
    SHOP_URL: env.SHOP_URL ?? env.GATEWAY_PUBLIC_URL ?? shopUrl(ports),
    ...(isBalanced ? { GATEWAY_TRUSTED_PROXIES: String(Number(env.GATEWAY_TRUSTED_PROXIES ?? 0) + 1) } : {}),
    SMTP_URL: mail.smtpUrl,
    MAIL_URL: mail.pageUrl,
    PAYMENT_FORM_ORIGINS: payments.PAYMENT_FORM_ORIGINS ?? env.PAYMENT_FORM_ORIGINS,
    ...Object.fromEntries(services.map(({ name, urlVariable }) => [urlVariable, addressOf(ports, name)])),
    [render.urlVariable]: `http://127.0.0.1:${ports.render}`,
  };
}

/**
 * Node's permissions of the render process: it reads these folders, its bundle and the versions, and starts only
 * threads, which have permissions of their own (`render/src/sets/set-worker.ts`).
 */
export const renderPermissions = (...folders: readonly string[]): string[] => [
  '--permission',
  '--allow-worker',
  '--disable-warning=SecurityWarning',
  ...folders.map((folder) => `--allow-fs-read=${folder}/`),
];

/** Environment of the render process: the folders of versions only. */
export function renderEnvironment({
  env,
  mode,
  folders,
}: Pick<StackParts, 'env' | 'mode'> & {
  folders: Pick<StackParts['folders'], 'remotes' | 'shell'>;
}): NodeJS.ProcessEnv {
  const allowedVariables = Object.entries(env).filter(([name]) =>
    /^(PATH$|DRAIN_WAIT_MS$|RENDER_)/.test(name),
  );
  return {
    ...Object.fromEntries(allowedVariables),
    LOG_LEVEL: env.LOG_LEVEL ?? 'info',
    NODE_ENV: mode,
    HOST: '127.0.0.1',
    REMOTES_FOLDER: folders.remotes,
    SHELLS_FOLDER: folders.shell,
  };
}

/** Existing pages, so that the links of the sample shop work. Not used when others can reach the shop, like the sample customer. */
const sampleSocialLinks =
  'Facebook=https://www.facebook.com/,Instagram=https://www.instagram.com/,TikTok=https://www.tiktok.com/';

/** Folders that only one service reads. */
export const privateFolders = (folders: StackFolders): NodeJS.ProcessEnv => ({
  AVATARS_FOLDER: folders.avatars,
  REQUEST_PHOTOS_FOLDER: folders.requestPhotos,
  DEVICE_PHOTOS_FOLDER: folders.devicePhotos,
  PAYOUT_PROOFS_FOLDER: folders.payoutProofs,
  AUTH_KEYS_FOLDER: folders.authKeys,
});

/** Environment of every service: that of the gateway, and what services share. */
export function serviceEnvironment(parts: StackParts, secrets: Secrets): NodeJS.ProcessEnv {
  const { env, folders, payments, planted } = parts;
  return {
    // A secret in the user's environment, such as one of several machines, takes precedence.
    ...secrets,
    ...gatewayEnvironment(parts),
    ...payments,
    ...(seedMode(env) === 'development'
      ? { SHOP_SOCIAL_LINKS: env.SHOP_SOCIAL_LINKS ?? sampleSocialLinks }
      : {}),
    ...(planted === undefined ? {} : { PLANTED: planted }),
    ...privateFolders(folders),
  };
}

/**
 * Additional environment of the seeds: the accounts of the sample data. Production has its own admin and no sample
 * customer.
 */
export function seedEnvironment(
  people: Record<'admin' | 'customer', SeededPerson>,
  mode: 'production' | 'development',
): NodeJS.ProcessEnv {
  const admin = {
    NODE_ENV: mode,
    ADMIN_EMAIL: people.admin.email,
    ADMIN_PASSWORD: people.admin.password,
    SEED_ADMIN_ID: people.admin.id,
  };
  if (mode === 'production') return admin;
  return {
    ...admin,
    SEED_CUSTOMER_ID: people.customer.id,
    SEED_CUSTOMER_EMAIL: people.customer.email,
    SEED_CUSTOMER_PASSWORD: people.customer.password,
  };
}
