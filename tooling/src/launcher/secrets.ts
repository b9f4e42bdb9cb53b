import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Secrets that the services of a stack share, by the names of their environment variables. */
export type Secrets = ReturnType<typeof drawSecrets> & {
  /** The old master key, while `npm run rotate-keys -- data` is in progress. */
  readonly DATA_KEY_OTHER?: string;
  /** The key before the last `npm run rotate-keys -- device`. */
  readonly DEVICE_KEY_OTHER?: string;
};

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

/** Replaces a key and stores the old one with the suffix `_OTHER`. */
export function drawKey(stateFolder: string, name: 'DATA_KEY' | 'DEVICE_KEY'): Secrets {
  const secrets = keptSecrets(stateFolder);
  const next = { ...secrets, [name]: drawSecrets()[name], [`${name}_OTHER`]: secrets[name] };
  writeSecrets(stateFolder, next);
  return next;
}

/** Replaces DATA_KEY, unless an interrupted rotation has already generated the new key. */
export function drawDataKey(stateFolder: string): Secrets {
  const secrets = keptSecrets(stateFolder);
  return secrets.DATA_KEY_OTHER ? secrets : drawKey(stateFolder, 'DATA_KEY');
}

/** Deletes the old master key after a complete rotation. */
export function dropOtherDataKey(stateFolder: string): void {
  const { DATA_KEY_OTHER: _other, ...secrets } = keptSecrets(stateFolder);
  writeSecrets(stateFolder, secrets);
}

const fileOf = (stateFolder: string) => join(stateFolder, 'secrets.json');

/** Writes atomically, also if the machine crashes: without its keys the data of a shop is lost. */
function writeSecrets(stateFolder: string, secrets: Secrets): void {
  const file = fileOf(stateFolder);
  const text = JSON.stringify(secrets, null, 2);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return chmodSync(file, 0o600);
  const newFile = `${file}.${process.pid}`;
  writeFileSync(newFile, text, { mode: 0o600, flush: true });
  renameSync(newFile, file);
}

/**
 * The secrets of a state folder, created at its first start in `secrets.json`, which only this user can read. `--fresh`
 * does not delete them, because events in an external broker must stay readable.
 */
export function keptSecrets(stateFolder: string): Secrets {
  mkdirSync(stateFolder, { recursive: true });
  const file = fileOf(stateFolder);
  const storedSecrets: Partial<Secrets> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const secrets: Secrets = { ...drawSecrets(), ...storedSecrets };
  writeSecrets(stateFolder, secrets);
  return secrets;
}
