import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { type BrotliOptions, brotliCompress, brotliCompressSync, constants } from 'node:zlib';

const compress = promisify(brotliCompress);

/** Below this a compressed answer saves less than its headers cost. */
const compressFromBytes = 1024;

/** An answer that was made once and is sent many times: no serialising, no compressing, a 304 by comparing text. */
export class CachedResponse {
  readonly bytes: Buffer;
  readonly brotli: Buffer | undefined;
  /** Strong, quoted, of the uncompressed bytes. */
  readonly etag: string;
  readonly brotliEtag: string;
  readonly contentType: string;

  constructor(bytes: Buffer, brotli: Buffer | undefined, contentType: string) {
    const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
    this.bytes = bytes;
    this.brotli = brotli;
    this.etag = `"${hash}"`;
    this.brotliEtag = `"${hash}-br"`;
    this.contentType = contentType;
  }

  /** Memory that the answer holds, for a cache's limit. */
  get size(): number {
    return this.bytes.length + (this.brotli?.length ?? 0);
  }
}

/**
 * Up to this size compressing takes a few tenths of a millisecond, less than handing it to another thread and back
 * costs in all; from there on it would hold up other requests.
 */
const compressAtOnceBytes = 64 * 1024;

/**
 * Turns a value into ready JSON bytes, brotli beside them when that is worth it. A Buffer is taken for JSON that is
 * finished already, a cached response (a PDF) as it is. Quality 3 instead of 5 costs a list about 200 bytes more and takes half the time.
 */
export async function makeCachedResponse(value: unknown): Promise<CachedResponse> {
  if (value instanceof CachedResponse) return value;
  const bytes = Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value));
  return new CachedResponse(bytes, await brotliOf(bytes), 'application/json; charset=utf-8');
}

function brotliOf(bytes: Buffer): Buffer | undefined | Promise<Buffer> {
  if (bytes.length < compressFromBytes) return undefined;
  const options: BrotliOptions = {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 3,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  };
  return bytes.length <= compressAtOnceBytes ? brotliCompressSync(bytes, options) : compress(bytes, options);
}

/** True when the client's `If-None-Match` names this content in either encoding. */
export function hasFreshCopy(ifNoneMatch: string | undefined, answer: CachedResponse): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === answer.etag || ifNoneMatch === answer.brotliEtag || ifNoneMatch === '*') return true;
  return ifNoneMatch.split(',').some((tag) => {
    const plain = tag.trim().replace(/^W\//, '');
    return plain === answer.etag || plain === answer.brotliEtag;
  });
}

/** True when the client takes brotli; `br;q=0` refuses it. */
export function acceptsBrotli(acceptEncoding: string | undefined): boolean {
  if (acceptEncoding === undefined) return false;
  return /(?:^|[,\s])br(?:\s*$|\s*,|\s*;\s*q=(?!0(?:\.0*)?\s*(?:,|$)))/.test(acceptEncoding);
}
