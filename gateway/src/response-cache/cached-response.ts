import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompressSync, constants, gzipSync } from 'node:zlib';
import type { HeaderList } from '../policies/answers/security-headers.ts';
import { nextRequestId } from '../policies/tracing/request-id.ts';
import type { ServiceName } from '../upstreams/upstreams.ts';

const compress = promisify(brotliCompress);

const minCompressBytes = 1024;

/** Estimated memory of a cached response beside its bytes. */
const overheadBytes = 2048;

export interface ResponseParts {
  readonly status?: number;
  readonly contentType: string;
  readonly cacheControl: string;
  readonly vary?: string;
  readonly securityHeaders: HeaderList;
  /** The service that gave the answer; undefined for pages of the gateway. */
  readonly owner?: ServiceName;
  /** Served only to callers without a token. */
  readonly isForAnonymous?: boolean;
  /** Milliseconds after which it is stale; no limit by default. */
  readonly maxAgeMs?: number;
  /** The cached answers that the page contains. */
  readonly dependencies?: readonly CachedResponse[];
}

/** Upper bound of gzip size relative to brotli; 1.2 is usual. */
const gzipRatio = 1.5;

/** A complete response: headers, and the bytes, compressed with brotli when large enough. */
export class CachedResponse {
  readonly status: number;
  readonly owner: ServiceName | undefined;
  readonly isForAnonymous: boolean;
  readonly dependencies: readonly CachedResponse[];
  /** Weak, as all encodings share it. */
  readonly etag: string;
  readonly vary: string;
  readonly contentType: string;
  /** The headers that do not depend on the encoding. */
  readonly headers: HeaderList;
  readonly #parts: ResponseParts;
  readonly #bytes: Buffer;
  readonly #isCompressed: boolean;
  readonly #createdAt = performance.now();
  /** Created for the first client that does not accept brotli: it costs 40 times as much as the rest of an answer. */
  #gzip: Buffer | undefined;
  #isDropped = false;

  constructor(parts: ResponseParts, etag: string, bytes: Buffer, isCompressed: boolean) {
    this.#parts = parts;
    this.status = parts.status ?? 200;
    this.owner = parts.owner;
    this.isForAnonymous = parts.isForAnonymous ?? false;
    this.dependencies = parts.dependencies ?? [];
    this.etag = etag;
    this.vary = parts.vary ?? 'Accept-Encoding';
    this.contentType = parts.contentType;
    this.headers = [...parts.securityHeaders, ['Cache-Control', parts.cacheControl], ['ETag', etag]];
    this.#bytes = bytes;
    this.#isCompressed = isCompressed;
  }

  /** Size in bytes, with room for a gzip copy. */
  get size(): number {
    return Math.ceil(this.#bytes.length * (this.#isCompressed ? 1 + gzipRatio : 1)) + overheadBytes;
  }

  /** False once it, or one of the responses that it was made of, was dropped or has expired. */
  get isFresh(): boolean {
    const { maxAgeMs = Number.POSITIVE_INFINITY } = this.#parts;
    const isWithinMaxAge = performance.now() - this.#createdAt <= maxAgeMs;
    return !this.#isDropped && isWithinMaxAge && this.dependencies.every((part) => part.isFresh);
  }

  drop(): void {
    this.#isDropped = true;
  }

  /**
   * A fresh copy if the answers that it was made of have the same content; undefined otherwise, and for responses that
   * expire.
   */
  refreshedWith(dependencies: readonly CachedResponse[]): CachedResponse | undefined {
    const isSame =
      this.#parts.maxAgeMs === undefined &&
      dependencies.length === this.dependencies.length &&
      dependencies.every(({ etag }, index) => etag === this.dependencies[index]?.etag);
    if (!isSame) return undefined;
    const copy = new CachedResponse(
      { ...this.#parts, dependencies },
      this.etag,
      this.#bytes,
      this.#isCompressed,
    );
    copy.#gzip = this.#gzip;
    return copy;
  }

  plain(): Buffer {
    return this.#isCompressed ? brotliDecompressSync(this.#bytes) : this.#bytes;
  }

  /** The body in the best encoding that the client accepts. */
  bytesFor(acceptEncoding: string | undefined): {
    readonly bytes: Buffer;
    readonly encoding?: 'br' | 'gzip';
  } {
    if (!this.#isCompressed) return { bytes: this.#bytes };
    const encoding = encodingFor(acceptEncoding);
    if (encoding === 'br') return { bytes: this.#bytes, encoding };
    if (encoding === undefined) return { bytes: this.plain() };
    this.#gzip ??= gzipSync(this.plain());
    return { bytes: this.#gzip, encoding };
  }
}

export async function makeCachedResponse({
  plain,
  ...parts
}: ResponseParts & { readonly plain: Buffer }): Promise<CachedResponse> {
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  if (plain.length < minCompressBytes) return new CachedResponse(parts, etag, plain, false);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  };
  return new CachedResponse(parts, etag, await compress(plain, { params }), true);
}

/** The best encoding that the client accepts and the gateway supports; `q=0` excludes one. */
export function encodingFor(acceptEncoding = ''): 'br' | 'gzip' | undefined {
  const accepted = acceptEncoding.split(',').flatMap((part) => {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    return parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) ? [] : [name];
  });
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding));
}

/** Whether `If-None-Match` contains this entity tag, by weak comparison (RFC 9110, 13.1.2). */
export function namesTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const opaqueTag = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch === '*' || ifNoneMatch.split(',').some((tag) => opaqueTag(tag) === opaqueTag(etag));
}

/** Sends the response, or 304 when the client has it. */
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
