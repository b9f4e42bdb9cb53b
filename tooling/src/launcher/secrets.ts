import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Secrets that the services of a stack share, by the names of their environment variables. */
export type Secrets = ReturnType<typeof drawSecrets>;

const drawSecrets = () => ({
  /** Header value that authenticates calls between services (`/internal`). */
  SERVICE_TOKEN: randomBytes(32).toString('base64url'),
  /** Encrypts event data that only notification may read. */
  MAIL_SEAL_KEY: randomBytes(32).toString('base64'),
  /** Key for the links of requests. */
  TRACKING_KEY: randomBytes(32).toString('base64'),
  /** Encrypts the identifiers of devices. */
  DEVICE_KEY: randomBytes(32).toString('base64'),
  /** Master key of the keys that seal personal data. */
  DATA_KEY: randomBytes(32).toString('base64'),
  /** Signs the webhooks of the payment sandbox. */
  STRIPE_WEBHOOK_SECRET: `whsec_${randomBytes(24).toString('hex')}`,
  /**
   * Creates an admin when auth has none. The sample data has one, so this is used only without sample data, whose
   * well-known password auth refuses.
   */
  ADMIN_PASSWORD: `A1${randomBytes(18).toString('base64url')}`,
});

/**
 * The secrets of a state folder, created at its first start in `secrets.json`, which only this user can read. They are
 * kept when the data is deleted: events in an external broker must stay readable.
 */
export function keptSecrets(stateFolder: string): Secrets {
  mkdirSync(stateFolder, { recursive: true });
  const file = join(stateFolder, 'secrets.json');
  const storedSecrets: Partial<Secrets> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const secrets = { ...drawSecrets(), ...storedSecrets };
  writeFileSync(file, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  // The mode above applies to a new file only.
  chmodSync(file, 0o600);
  return secrets;
}
