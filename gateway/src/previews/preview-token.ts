import { partNameSchema, partVersionSchema } from '@kinmel/contracts';
import { z } from 'zod';
import { assertSigned, SignatureError, signBytes } from '../registry/signatures.ts';

const longestPreviewMs = 86_400_000;

/**
 * What a preview link allows: one version of one part, in one shop, for a day at most. No other signed document has
 * this form, so that none can stand for another.
 */
const previewSchema = z.strictObject({
  use: z.literal('preview'),
  part: partNameSchema,
  version: partVersionSchema,
  shop: z.url({ protocol: /^https?$/ }).refine((url) => new URL(url).origin === url, 'expected an origin'),
  until: z.iso.datetime(),
});

export type Preview = z.output<typeof previewSchema>;

/** The link is not valid here; the message says why. */
export class PreviewRefusal extends Error {
  override name = 'PreviewRefusal';
}

/** Creates a link that expires a day later. */
export function previewLink(
  { part, version, shop }: Pick<Preview, 'part' | 'version' | 'shop'>,
  privateKeyFile: string,
  now: Date,
): string {
  const until = new Date(now.getTime() + longestPreviewMs).toISOString();
  const preview = previewSchema.parse({ use: 'preview', part, version, shop, until });
  const bytes = Buffer.from(JSON.stringify(preview));
  const signature = Buffer.from(signBytes(bytes, privateKeyFile));
  const token = `${bytes.toString('base64url')}.${signature.toString('base64url')}`;
  return `${shop}/preview?token=${token}`;
}

const tokenParts = /^([A-Za-z0-9_-]{1,600})\.([A-Za-z0-9_-]{1,400})$/;

interface PreviewCheck {
  /** The keys that may sign versions of a part. */
  readonly keysOf: (part: string) => Promise<readonly string[]>;
  /** The origin of this shop. */
  readonly shop: string;
  readonly now: Date;
}

/**
 * Reads a token and checks its signature, its shop and its time.
 * @throws PreviewRefusal
 */
export async function readPreview(token: string, { keysOf, shop, now }: PreviewCheck): Promise<Preview> {
  const [, body = '', signature = ''] = tokenParts.exec(token) ?? [];
  const bytes = Buffer.from(body, 'base64url');
  let preview: Preview;
  try {
    preview = previewSchema.parse(JSON.parse(bytes.toString('utf8')));
    const signatureText = Buffer.from(signature, 'base64url').toString('utf8');
    assertSigned(bytes, signatureText, await keysOf(preview.part), 'this preview link');
  } catch (error) {
    if (error instanceof SignatureError) throw new PreviewRefusal(`Refused: ${error.message}.`);
    throw new PreviewRefusal('This is no preview link of the shop.');
  }
  const remainingMs = Date.parse(preview.until) - now.getTime();
  if (remainingMs <= 0) throw new PreviewRefusal('This preview link has expired. Ask for a new one.');
  if (remainingMs > longestPreviewMs)
    throw new PreviewRefusal('This preview link is valid for more than a day.');
  if (preview.shop !== shop) throw new PreviewRefusal(`This preview link is for ${preview.shop}.`);
  return preview;
}
