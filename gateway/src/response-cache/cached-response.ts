import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompressSync, constants, gzipSync } from 'node:zlib';
import type { Endpoint } from '@kinmel/contracts';
import type { HeaderList } from '../policies/answers/security-headers.ts';
import { nextRequestId } from '../policies/tracing/request-id.ts';
import type { UpstreamAnswer } from '../upstreams/fetch-answer.ts';
import { sendUpstreamProblem, UpstreamError } from '../upstreams/upstream-error.ts';
import type { ServiceName } from '../upstreams/upstreams.ts';

const compress = promisify(brotliCompress);

const compressFromBytes = 1024;
const maxPlainBytes = 32 * 1024 * 1024;

/** Beside its bytes: the object, its headers and its entry in a map. */
const overheadBytes = 2048;

export interface ResponseParts {
  readonly owner?: ServiceName;
  readonly status?: number;
  readonly contentType: string;
  readonly cacheControl: string;
  /** Opaque part of the entity tag, without quotes; by default from the bytes. */
  readonly tag?: string;
  readonly vary?: string;
  readonly isForStrangers?: boolean;
  readonly securityHeaders: HeaderList;
}

type Encoding = 'br' | 'gzip' | 'identity';

const tagSuffix: Record<Encoding, string> = { br: '-br', gzip: '-gz', identity: '' };

/**
 * What may be sent at once: bytes, and every header that goes with them. Of what compresses only the compressed form
 * is kept, a tenth of the memory; the other forms are made for the few clients that do not take it.
 */
export class CachedResponse {
  readonly status: number;
  /** The service that said it; a page of ours has none. */
  readonly owner: ServiceName | undefined;
  readonly brotli: Buffer | undefined;
  readonly etag: string;
  /** Set when what it was made of has changed; what was built on it is then no longer good either. */
  isDropped = false;
  /** Somebody who is signed in may be told something else. */
  readonly isForStrangers: boolean;
  /** `performance.now()` after which it is asked for again. */
  goodUntil = Number.POSITIVE_INFINITY;
  readonly #plain: Buffer | undefined;
  #gzip: Buffer | undefined;
  readonly #security: readonly string[];
  readonly #shared: readonly string[];
  readonly #contentType: string;
  readonly #heads: Partial<Record<Encoding, string[]>> = {};

  constructor(parts: ResponseParts, plain: Buffer | undefined, brotli: Buffer | undefined) {
    this.status = parts.status ?? 200;
    this.owner = parts.owner;
    this.#plain = plain;
    this.brotli = brotli;
    this.isForStrangers = parts.isForStrangers ?? false;
    this.etag = parts.tag ?? tagOf(brotli ?? plain ?? Buffer.alloc(0));
    this.#contentType = parts.contentType;
    this.#security = flat(parts.securityHeaders);
    this.#shared = ['Cache-Control', parts.cacheControl, 'Vary', parts.vary ?? 'Accept-Encoding'];
  }

  /** Memory that it holds, for the limit of the store. */
  get size(): number {
    return (this.#plain?.length ?? 0) + (this.brotli?.length ?? 0) + overheadBytes;
  }

  /** Whether the other one is kept as the same bytes. */
  hasBytesOf(other: CachedResponse): boolean {
    const own = this.brotli ?? this.#plain;
    const others = other.brotli ?? other.#plain;
    return own !== undefined && others !== undefined && own.equals(others);
  }

  /** Throws an UpstreamError when a service sent what it does not say. */
  plain(): Buffer {
    if (this.#plain) return this.#plain;
    if (!this.brotli) return Buffer.alloc(0);
    try {
      return brotliDecompressSync(this.brotli, { maxOutputLength: maxPlainBytes });
    } catch (cause) {
      throw new UpstreamError('down', { cause });
    }
  }

  bytes(encoding: Encoding): Buffer {
    if (encoding === 'br' && this.brotli) return this.brotli;
    if (encoding === 'gzip') return (this.#gzip ??= gzipSync(this.plain(), { level: 6 }));
    return this.plain();
  }

  /** Names and values of the headers that every answer at its address carries. */
  get securityHead(): readonly string[] {
    return this.#security;
  }

  /** Names and values in one flat list, the form that costs `writeHead` least; without those of `securityHead`. */
  head(encoding: Encoding, length: number): readonly string[] {
    return (this.#heads[encoding] ??= [
      ...this.#shared,
      'ETag',
      `"${this.etag}${tagSuffix[encoding]}"`,
      'Content-Type',
      this.#contentType,
      ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
      'Content-Length',
      String(length),
    ]);
  }

  get notModifiedHead(): readonly string[] {
    return [...this.#shared, 'ETag', `"${this.etag}"`];
  }
}

const tagOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('base64url').slice(0, 22);

const flatLists = new WeakMap<HeaderList, readonly string[]>();

function flat(list: HeaderList): readonly string[] {
  const known = flatLists.get(list) ?? list.flat();
  flatLists.set(list, known);
  return known;
}

/** Puts an answer of ours together, compressed when that is worth it. */
export async function makeCachedResponse({
  plain,
  ...parts
}: ResponseParts & { readonly plain: Buffer }): Promise<CachedResponse> {
  const tag = parts.tag ?? tagOf(plain);
  if (plain.length < compressFromBytes) return new CachedResponse({ ...parts, tag }, plain, undefined);
  const brotli = await compress(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  });
  return new CachedResponse({ ...parts, tag }, undefined, brotli);
}

/** A service's 200 as it can be kept; undefined when the service forbids that or sent what we cannot read. */
export async function cachedFromUpstream(
  { owner, variesByCaller }: Pick<Endpoint, 'owner' | 'variesByCaller'>,
  { status, headers, body }: UpstreamAnswer,
  securityHeaders: HeaderList,
): Promise<CachedResponse | undefined> {
  const cacheControl = headers['cache-control'] ?? 'no-cache';
  if (status !== 200 || headers['set-cookie'] || /no-store|private/.test(cacheControl)) return undefined;
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity' && encoding !== 'br') return undefined;
  const tag = /^"([\x21\x23-\x7e]{1,80}?)(?:-br)?"$/.exec(headers.etag ?? '')?.[1];
  const parts: ResponseParts = {
    owner,
    contentType: headers['content-type'] ?? 'application/json; charset=utf-8',
    cacheControl,
    ...(tag ? { tag } : {}),
    ...(variesByCaller ? { vary: 'Accept-Encoding, Authorization', isForStrangers: true } : {}),
    securityHeaders,
  };
  return encoding === 'br'
    ? new CachedResponse(parts, undefined, body)
    : makeCachedResponse({ ...parts, plain: body });
}

/** Browsers send a handful of different texts; a stranger's are not worth more room than this. */
const maxKnownEncodings = 100;
const knownEncodings = new Map<string, 'br' | 'gzip' | undefined>();

/** `br`, `gzip` or nothing: what the client takes and we have. `q=0` refuses an encoding. */
export function encodingFor(acceptEncoding: string | undefined): 'br' | 'gzip' | undefined {
  if (acceptEncoding === undefined) return undefined;
  const known = knownEncodings.get(acceptEncoding);
  if (known !== undefined) return known;
  const encoding = takes(acceptEncoding, 'br') ? 'br' : takes(acceptEncoding, 'gzip') ? 'gzip' : undefined;
  if (knownEncodings.size < maxKnownEncodings) knownEncodings.set(acceptEncoding, encoding);
  return encoding;
}

function takes(acceptEncoding: string, encoding: string): boolean {
  if (!acceptEncoding.includes(encoding)) return false;
  return acceptEncoding.split(',').some((part) => {
    const [name, ...parameters] = part.split(';');
    return name?.trim() === encoding && !parameters.some((parameter) => /^\s*q=0(\.0*)?\s*$/.test(parameter));
  });
}

/** Whether `If-None-Match` names this tag, in any of its encodings, weak or not. */
export function namesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === '*') return true;
  if (!ifNoneMatch.includes(tag)) return false;
  return ifNoneMatch.split(',').some((part) => {
    const given = part.trim().replace(/^W\//, '');
    return given === `"${tag}"` || given === `"${tag}-br"` || given === `"${tag}-gz"`;
  });
}

/**
 * With headers that policies have set Node would take each of a list off again before it adds it; one by one they are only
 * put in place. A service's answer has the security headers of its address, which are there already; a page may have its own.
 */
function writeHead(
  res: ServerResponse,
  answer: CachedResponse,
  status: number,
  head: readonly string[],
): void {
  if (!res.hasHeader('X-Request-Id')) {
    res.writeHead(status, [...answer.securityHead, ...head, 'X-Request-Id', nextRequestId()]);
    return;
  }
  if (answer.owner === undefined) setAll(res, answer.securityHead);
  setAll(res, head);
  res.writeHead(status);
}

function setAll(res: ServerResponse, head: readonly string[]): void {
  for (let at = 0; at + 1 < head.length; at += 2) res.setHeader(head[at] ?? '', head[at + 1] ?? '');
}

/** Sends it: 304, or the bytes in the best encoding. Works with and without policies before it. */
export function sendCached(req: IncomingMessage, res: ServerResponse, answer: CachedResponse): void {
  const { headers } = req;
  if (answer.status === 200 && namesTag(headers['if-none-match'], answer.etag)) {
    writeHead(res, answer, 304, answer.notModifiedHead);
    res.end();
    return;
  }
  const encoding = (answer.brotli && encodingFor(headers['accept-encoding'])) ?? 'identity';
  let bytes: Buffer;
  try {
    bytes = answer.bytes(encoding);
  } catch (error) {
    // Asked for again by whoever comes next.
    answer.goodUntil = Number.NEGATIVE_INFINITY;
    answer.isDropped = true;
    sendUpstreamProblem(res, error);
    return;
  }
  writeHead(res, answer, answer.status, answer.head(encoding, bytes.length));
  res.end(req.method === 'HEAD' ? undefined : bytes);
}
