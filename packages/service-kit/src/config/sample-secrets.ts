import { ConfigError } from './read-config.ts';

/** What `docker-compose.yml` and the sample data have for a try on one machine: everybody can read it. */
const sampleSecrets = {
  SERVICE_TOKEN: 'only-for-trying-on-one-machine',
  MAIL_SEAL_KEY: 'b25seS1mb3ItdHJ5aW5nLW9uLW9uZS1tYWNoaW5lLSE=',
  ADMIN_PASSWORD: 'Admin123',
} as const;

const ownMachine = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Throws `ConfigError` when a shop in production that others can reach (`SHOP_URL`) would run with secrets that everybody
 * knows. On the own machine they are what makes a first try easy.
 */
export function refuseSampleSecrets(env: Readonly<Record<string, string | undefined>> = process.env): void {
  const { NODE_ENV, SHOP_URL } = env;
  if (
    NODE_ENV !== 'production' ||
    !SHOP_URL ||
    !URL.canParse(SHOP_URL) ||
    ownMachine.test(new URL(SHOP_URL).hostname)
  )
    return;
  const known = Object.entries(sampleSecrets).filter(([name, secret]) => env[name] === secret);
  if (known.length === 0) return;
  throw new ConfigError(
    known.map(([name]) => `${name}: expected one of your own, this one is public`).join('\n'),
  );
}
