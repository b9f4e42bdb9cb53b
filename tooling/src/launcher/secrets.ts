import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the services of one stack share and nobody else knows; by the names of their variables. */
export interface Secrets {
  /** Header value by which services know each other at `/internal` addresses. */
  SERVICE_TOKEN: string;
  /** Seals what only the mailer may read in an event: 32 bytes as base64. */
  MAIL_SEAL_KEY: string;
  /** What the links of requests are made from: 32 bytes as base64. */
  TRACKING_KEY: string;
  /** With it the payment sandbox signs its webhooks. */
  STRIPE_WEBHOOK_SECRET: string;
  /**
   * For auth, which makes an admin with it when there is none and would refuse the well-known one of the sample data. The
   * sample data bring an admin, so that it is needed after a start without them only.
   */
  ADMIN_PASSWORD: string;
}

const made = (): Secrets => ({
  SERVICE_TOKEN: randomBytes(32).toString('base64url'),
  MAIL_SEAL_KEY: randomBytes(32).toString('base64'),
  TRACKING_KEY: randomBytes(32).toString('base64'),
  STRIPE_WEBHOOK_SECRET: `whsec_${randomBytes(24).toString('hex')}`,
  ADMIN_PASSWORD: `A1${randomBytes(18).toString('base64url')}`,
});

/**
 * The secrets of a state folder, made at its first start and kept in `secrets.json`, which only this user can read.
 * They stay when the data is emptied: an event that waits in a broker of somebody else must still be readable.
 */
export function keptSecrets(stateFolder: string): Secrets {
  mkdirSync(stateFolder, { recursive: true });
  const file = join(stateFolder, 'secrets.json');
  const kept: Partial<Secrets> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const secrets = { ...made(), ...kept };
  writeFileSync(file, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  // The mode above counts for a new file only.
  chmodSync(file, 0o600);
  return secrets;
}
