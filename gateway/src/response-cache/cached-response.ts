import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompressSync, constants, gzipSync } from 'node:zlib';
import type { HeaderList } from '../policies/answers/security-headers.ts';
import { nextRequestId } from '../policies/tracing/request-id.ts';
import type { ServiceName } from '../upstreams/upstreams.ts';

const compress = promisify(brotliCompress);

const compressFromBytes = 1024;

/** Memory of a cached response beside its bytes: the object, its headers and its entry in the cache. */
const overheadBytes = 2048;

export interface ResponseParts {
  readonly status?: number;
  readonly contentType: string;
  readonly cacheControl: string;
  readonly vary?: string;
  readonly securityHeaders: HeaderList;
  /** The service that gave the answer; a page of the gateway has none. */
  readonly owner?: ServiceName;
  /** Signed-in callers may get another answer. */
  readonly isForStrangers?: boolean;
  /** Milliseconds after which it is made again, whatever was heard of changes; for ever by default. */
  readonly maxAgeMs?: number;
  /** The cached responses whose content it shows. */
  readonly madeOf?: readonly CachedResponse[];
}

/** A finished response: headers, and the bytes in one form, brotli where they compress. */
export class CachedResponse {
  readonly status: number;
  readonly owner: ServiceName | undefined;
  readonly isForStrangers: boolean;
  readonly madeOf: readonly CachedResponse[];
  /** Weak, because all encodings share it. */
  readonly etag: string;
  readonly vary: string;
  readonly contentType: string;
  /** All other headers. */
  readonly headers: HeaderList;
  readonly #parts: ResponseParts;
  readonly #bytes: Buffer;
  readonly #isCompressed: boolean;
  readonly #madeAt = performance.now();
  #isDropped = false;

  constructor(parts: ResponseParts, etag: string, bytes: Buffer, isCompressed: boolean) {
    this.#parts = parts;
    this.status = parts.status ?? 200;
    this.owner = parts.owner;
    this.isForStrangers = parts.isForStrangers ?? false;
    this.madeOf = parts.madeOf ?? [];
    this.etag = etag;
    this.vary = parts.vary ?? 'Accept-Encoding';
    this.contentType = parts.contentType;
    this.headers = [...parts.securityHeaders, ['Cache-Control', parts.cacheControl], ['ETag', etag]];
    this.#bytes = bytes;
    this.#isCompressed = isCompressed;
  }

  /** Bytes of memory. */
  get size(): number {
    return this.#bytes.length + overheadBytes;
  }

  /** False once it, or one of the responses that it was made of, was dropped or is too old. */
  get isFresh(): boolean {
    const { maxAgeMs = Number.POSITIVE_INFINITY } = this.#parts;
    const isYoung = performance.now() - this.#madeAt <= maxAgeMs;
    return !this.#isDropped && isYoung && this.madeOf.every((part) => part.isFresh);
  }

  drop(): void {
    this.#isDropped = true;
  }

  /** The same response, of these parts; undefined where it was made of others, or is good for a limited time. */
  madeAgainOf(madeOf: readonly CachedResponse[]): CachedResponse | undefined {
    const isSame =
      this.#parts.maxAgeMs === undefined &&
      madeOf.length === this.madeOf.length &&
      madeOf.every(({ etag }, index) => etag === this.madeOf[index]?.etag);
    if (!isSame) return undefined;
    return new CachedResponse({ ...this.#parts, madeOf }, this.etag, this.#bytes, this.#isCompressed);
  }

  plain(): Buffer {
    return this.#isCompressed ? brotliDecompressSync(this.#bytes) : this.#bytes;
  }

  /** The bytes in the best encoding that the client accepts. */
  bytesFor(acceptEncoding: string | undefined): {
    readonly bytes: Buffer;
    readonly encoding?: 'br' | 'gzip';
  } {
    if (!this.#isCompressed) return { bytes: this.#bytes };
    const encoding = encodingFor(acceptEncoding);
    if (encoding === 'br') return { bytes: this.#bytes, encoding };
    return encoding === 'gzip' ? { bytes: gzipSync(this.plain()), encoding } : { bytes: this.plain() };
  }
}

/** A cached response of these bytes, compressed when that is worth it. */
export async function makeCachedResponse({
  plain,
  ...parts
}: ResponseParts & { readonly plain: Buffer }): Promise<CachedResponse> {
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  if (plain.length < compressFromBytes) return new CachedResponse(parts, etag, plain, false);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  };
  return new CachedResponse(parts, etag, await compress(plain, { params }), true);
}

/** The best encoding that the client accepts and the gateway has; `q=0` refuses one. */
export function encodingFor(acceptEncoding = ''): 'br' | 'gzip' | undefined {
  const accepted = acceptEncoding.split(',').flatMap((part) => {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    return parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) ? [] : [name];
  });
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding));
}

/** Whether `If-None-Match` names this entity tag; compared weakly (RFC 9110, 13.1.2). */
export function namesTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch === '*' || ifNoneMatch.split(',').some((tag) => opaque(tag) === opaque(etag));
}

/** Sends it, or 304 where the client has it. Works with and without policies before it. */
export function sendCached(req: IncomingMessage, res: ServerResponse, answer: CachedResponse): void {
  const { headers } = req;
  for (const [name, value] of answer.headers) res.setHeader(name, value);
  res.appendHeader('Vary', answer.vary);
  if (!res.hasHeader('X-Request-Id')) res.setHeader('X-Request-Id', nextRequestId());
  if (answer.status === 200 && namesTag(headers['if-none-match'], answer.etag)) {
    res.writeHead(304).end();
    return;
  }
  const { bytes, encoding } = answer.bytesFor(headers['accept-encoding']);
  res.setHeader('Content-Type', answer.contentType);
  if (encoding !== undefined) res.setHeader('Content-Encoding', encoding);
  res.setHeader('Content-Length', bytes.length);
  res.writeHead(answer.status);
  res.end(req.method === 'HEAD' ? undefined : bytes);
}
