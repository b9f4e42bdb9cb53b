import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { jsonOf, signatureSchema } from '@kinmel/contracts';

/** Why a version or revision is not trusted; labels of `gateway_registry_refused_total`. */
export type Distrust = 'unsigned' | 'unknown-key' | 'changed';

/** The bytes are not signed by a trusted key. */
export class SignatureError extends Error {
  override name = 'SignatureError';
  readonly reason: Distrust;

  constructor(reason: Distrust, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** The format of a key in `remote.json` and in revisions: SPKI in base64. */
const textOf = (key: KeyObject) => key.export({ type: 'spki', format: 'der' }).toString('base64');

const keyIdOf = (publicKey: string) =>
  createHash('sha256').update(publicKey, 'base64').digest('hex').slice(0, 16);

/** Where the signature of a file is. */
export const signatureFile = (file: string) => `${file}.sig`;

const publicKeyBlock = /-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g;

/**
 * The public keys in a PEM file, one or more, as text.
 * @throws Error when there is none, or one that is not an Ed25519 key
 */
export function readPublicKeys(file: string): readonly string[] {
  const blocks = readFileSync(file, 'utf8').match(publicKeyBlock);
  if (!blocks) throw new Error(`${file} has no public key`);
  return blocks.map((block) => {
    const key = createPublicKey(block);
    if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${file} has a key that is not an Ed25519 key`);
    return textOf(key);
  });
}

/** The content of a signature file for these bytes, by the private key in a PEM file. */
export function signBytes(bytes: Buffer, privateKeyFile: string): string {
  const key = createPrivateKey(readFileSync(privateKeyFile, 'utf8'));
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${privateKeyFile} is not an Ed25519 key`);
  const signature = { keyId: keyIdOf(textOf(createPublicKey(key))), signature: sign(null, bytes, key) };
  return `${JSON.stringify({ ...signature, signature: signature.signature.toString('base64') })}\n`;
}

/** Signs a finished file of a version; nothing in it may change afterwards. */
export function signFile(file: string, privateKeyFile: string): void {
  writeFileSync(signatureFile(file), signBytes(readFileSync(file), privateKeyFile));
}

/**
 * Throws a SignatureError unless these bytes are signed by one of the keys.
 * @param signature content of the signature file, undefined when there is none
 * @returns the key
 */
export function assertSigned(
  bytes: Buffer,
  signature: string | undefined,
  keys: readonly string[],
  label: string,
): string {
  if (signature === undefined) throw new SignatureError('unsigned', `${label} is not signed`);
  const { data: parsed } = signatureSchema.safeParse(jsonOf(signature));
  if (!parsed) throw new SignatureError('unsigned', `${label} has no readable signature`);
  const key = keys.find((each) => keyIdOf(each) === parsed.keyId);
  if (key === undefined)
    throw new SignatureError(
      'unknown-key',
      `${label} is signed by the key ${parsed.keyId}, which does not count here`,
    );
  const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
  if (!verify(null, bytes, publicKey, Buffer.from(parsed.signature, 'base64')))
    throw new SignatureError('changed', `${label} is not what was signed`);
  return key;
}

/** Creates a file with its whole content, unless it exists. */
function createFile(path: string, text: string): void {
  const temporaryFile = `${path}.${process.pid}`;
  writeFileSync(temporaryFile, text, { mode: 0o600 });
  try {
    linkSync(temporaryFile, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    unlinkSync(temporaryFile);
  }
}

/** Makes a private key unless there is one, and adds its public key to the trusted ones. */
export function ensureKeyPair({ privateKeyFile, publicKeysFile }: KeyFiles): void {
  mkdirSync(dirname(privateKeyFile), { recursive: true });
  if (!existsSync(privateKeyFile)) {
    const { privateKey } = generateKeyPairSync('ed25519');
    createFile(privateKeyFile, String(privateKey.export({ type: 'pkcs8', format: 'pem' })));
  }
  const ownPublicKey = createPublicKey(readFileSync(privateKeyFile, 'utf8')).export({
    type: 'spki',
    format: 'pem',
  });
  const trustedKeys = existsSync(publicKeysFile) ? readFileSync(publicKeysFile, 'utf8') : '';
  if (trustedKeys.includes(String(ownPublicKey))) return;
  const temporaryFile = `${publicKeysFile}.${process.pid}`;
  writeFileSync(temporaryFile, trustedKeys + String(ownPublicKey));
  renameSync(temporaryFile, publicKeysFile);
}

/** PEM files: the private key that signs, and the public keys of the installation that are trusted. */
export interface KeyFiles {
  readonly privateKeyFile: string;
  readonly publicKeysFile: string;
}
