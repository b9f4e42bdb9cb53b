import { ConfigError } from './read-config.ts';

/** Secrets that are or were part of this public repository. */
const sampleSecrets: Readonly<Record<string, readonly string[]>> = {
  SERVICE_TOKEN: ['only-for-trying-on-one-machine'],
  MAIL_SEAL_KEY: ['b25seS1mb3ItdHJ5aW5nLW9uLW9uZS1tYWNoaW5lLSE='],
  ADMIN_PASSWORD: ['Admin123', 'Not-used-after-the-seed-1'],
  SEED_CUSTOMER_PASSWORD: ['Customer123'],
  SEED_STAFF_PASSWORD: ['Staff123'],
};

/** Sample values that production would show, print or mail to customers. */
const sampleFacts = ['kinmel.example', '+977 1 555 0142', 'Durbar Marg', '//localhost', '//mail:1025'];

/** Names of settings that still have a sample value in production. */
export const sampleSettings = (config: Readonly<Record<string, unknown>>): string[] =>
  config.NODE_ENV === 'production'
    ? Object.keys(config).filter((name) => sampleFacts.some((fact) => String(config[name]).includes(fact)))
    : [];

const isSampleSecret = (name: string, value: string): boolean =>
  name === 'AMQP_URL' ? value.includes('//kinmel:kinmel@') : sampleSecrets[name]?.includes(value) === true;

/** Throws `ConfigError` when production would run with published secrets. */
export function refuseSampleSecrets(env: Readonly<Record<string, string | undefined>> = process.env): void {
  if (env.NODE_ENV !== 'production') return;
  const publicSecrets = Object.entries(env).filter(
    ([name, value]) => value !== undefined && isSampleSecret(name, value),
  );
  if (publicSecrets.length === 0) return;
  throw new ConfigError(
    publicSecrets.map(([name]) => `${name}: expected a secret of your own, this one is public`).join('\n'),
  );
}
