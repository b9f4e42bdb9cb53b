import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type JsonWebKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { chmod, link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

/** The private keys in the keys folder, re-read when its files change. */
export type SigningKeys = Awaited<ReturnType<typeof openSigningKeys>>;

const keyFileSchema = z.object({
  kid: z.string().min(1),
  signsFrom: z.iso.datetime(),
  privateKey: z.looseObject({ kty: z.literal('EC'), crv: z.literal('P-256'), d: z.string() }),
});

interface StoredKey {
  readonly kid: string;
  readonly signsFrom: Date;
  readonly privateKey: KeyObject;
  readonly publicKey: JsonWebKey & { readonly kid: string };
}

const generate = promisify(generateKeyPair);
const keyFilePattern = /^key-[\w-]+\.json$/;
const secretFileName = 'rotation-secret';

/** How long a new key is published before it signs; verifiers read the keys every five minutes (rule AUTH-K3). */
export const announceMs = 6 * 60_000;

/** Minimum interval between two reads of the folder. */
const readIntervalMs = 5_000;

/** Margin for clock differences and requests in transit. */
const marginMs = 60_000;

export interface SigningKeysOptions {
  readonly folder: string;
  /** How long a key stays published after its last signature. */
  readonly accessTokenSeconds: number;
  readonly now?: () => Date;
  /** Called when the folder cannot be read; the keys in memory stay in use. */
  readonly onUnreadable?: (error: unknown) => void;
}

/**
 * Opens the keys folder; the first start creates a key pair and the secret, readable by their owner only. Concurrent
 * first starts may create several keys, all of which are valid and published.
 */
export async function openSigningKeys({
  folder,
  accessTokenSeconds,
  now = () => new Date(),
  onUnreadable = () => undefined,
}: SigningKeysOptions) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  if ((await readKeys(folder)).length === 0) await addKey(folder, now());
  const rotationSecret = await openSecret(path.join(folder, secretFileName));

  let keys = await readKeys(folder);
  let readAtMs = now().getTime();
  let pendingRead: Promise<StoredKey[]> | undefined;

  async function currentKeys(): Promise<StoredKey[]> {
    if (Math.abs(now().getTime() - readAtMs) < readIntervalMs) return keys;
    pendingRead ??= readKeys(folder)
      .catch((error: unknown) => {
        onUnreadable(error);
        return [];
      })
      .finally(() => {
        pendingRead = undefined;
      });
    const keysOnDisk = await pendingRead;
    readAtMs = now().getTime();
    // An empty or unreadable folder must not end all sessions.
    if (keysOnDisk.length > 0) keys = keysOnDisk;
    return keys;
  }

  return {
    /** Derives refresh tokens; 32 bytes. */
    rotationSecret,
    /** The key that signs now. */
    async current(): Promise<StoredKey> {
      const at = now();
      const sortedKeys = await currentKeys();
      const signing = sortedKeys.findLast(({ signsFrom }) => signsFrom <= at) ?? sortedKeys[0];
      if (signing === undefined) throw new Error('There is no signing key.');
      return signing;
    },
    /** The JWKS (RFC 7517): the keys that sign now, did recently, or will soon. */
    async publicSet() {
      const atMs = now().getTime();
      const sortedKeys = await currentKeys();
      const publicKeys = sortedKeys.filter((_, index) => {
        const retiredAt = sortedKeys[index + 1]?.signsFrom.getTime();
        return retiredAt === undefined || retiredAt + accessTokenSeconds * 1000 + marginMs > atMs;
      });
      return { keys: publicKeys.map(({ publicKey }) => publicKey) };
    },
  };
}

/**
 * Adds a key that signs after `announceMs`; the previous one stays published until its tokens expire. Running instances
 * notice it. Refuses while another new key does not sign yet.
 */
export async function rotateSigningKeys(
  folder: string,
  now: Date = new Date(),
): Promise<{ kid: string; signsFrom: Date }> {
  const keys = await readKeys(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
  if (keys.length === 0) {
    throw new Error(
      `There is no key yet in ${path.resolve(folder)}: auth creates the first one at its start.`,
    );
  }
  const pendingKey = keys.find(({ signsFrom }) => signsFrom > now);
  if (pendingKey) {
    throw new Error(
      `The key ${pendingKey.kid} is new and signs from ${pendingKey.signsFrom.toISOString()}; rotate after that.`,
    );
  }
  const signsFrom = new Date(now.getTime() + announceMs);
  const kid = await addKey(folder, signsFrom);
  // Deletes keys that were replaced more than a day ago: their tokens have expired.
  const dayAgo = new Date(now.getTime() - 24 * 60 * 60_000);
  for (const [index, key] of keys.entries()) {
    const next = keys[index + 1];
    if (next !== undefined && next.signsFrom < dayAgo) await rm(fileOf(folder, key.kid), { force: true });
  }
  return { kid, signsFrom };
}

const fileOf = (folder: string, kid: string) => path.join(folder, `key-${kid}.json`);

async function addKey(folder: string, signsFrom: Date): Promise<string> {
  const { privateKey } = await generate('ec', { namedCurve: 'P-256' });
  const jwk = privateKey.export({ format: 'jwk' });
  // The thumbprint of RFC 7638.
  const kid = createHash('sha256')
    .update(JSON.stringify({ crv: jwk.crv, kty: jwk.kty, x: jwk.x, y: jwk.y }))
    .digest('base64url')
    .slice(0, 22);
  await writeOnce(
    fileOf(folder, kid),
    JSON.stringify({ kid, signsFrom: signsFrom.toISOString(), privateKey: jwk }),
  );
  return kid;
}

/** Creates a complete file atomically, readable by its owner only; false when it exists. */
async function writeOnce(file: string, content: string): Promise<boolean> {
  const draft = `${file}.${randomBytes(6).toString('hex')}.draft`;
  await writeFile(draft, content, { mode: 0o600, flag: 'wx' });
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}

async function openSecret(file: string): Promise<Buffer> {
  const read = () => readFile(file, 'utf8');
  const content = await read().catch(async () => {
    await writeOnce(file, randomBytes(32).toString('base64'));
    return read();
  });
  const secret = Buffer.from(content.trim(), 'base64');
  if (secret.length !== 32) throw new Error(`${secretFileName} in the keys' folder does not hold 32 bytes.`);
  return secret;
}

/** In the order in which they sign. */
async function readKeys(folder: string): Promise<StoredKey[]> {
  const names = (await readdir(folder)).filter((name) => keyFilePattern.test(name));
  const keys = await Promise.all(names.map((name) => readKey(path.join(folder, name))));
  return keys
    .filter((key) => key !== undefined)
    .sort((a, b) => a.signsFrom.getTime() - b.signsFrom.getTime() || (a.kid < b.kid ? -1 : 1));
}

async function readKey(file: string): Promise<StoredKey | undefined> {
  // A rotation may delete a file after it was listed.
  const content = await readFile(file, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (content === undefined) return undefined;
  try {
    return keyOf(content);
  } catch {
    // The cause is left out, because it can contain the key.
    throw new Error(`${path.basename(file)} in the keys’ folder is not a signing key of this service.`);
  }
}

function keyOf(content: string): StoredKey {
  const { kid, signsFrom, privateKey: jwk } = keyFileSchema.parse(JSON.parse(content));
  const privateKey = createPrivateKey({ key: jwk, format: 'jwk' });
  const publicJwk = createPublicKey(privateKey).export({ format: 'jwk' });
  return {
    kid,
    signsFrom: new Date(signsFrom),
    privateKey,
    publicKey: { ...publicJwk, kid, use: 'sig', alg: 'ES256' },
  };
}
