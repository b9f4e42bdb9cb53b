import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gzipSync } from 'node:zlib';
import type { Endpoint } from '@kinmel/contracts';
import { nextRequestId } from '../policies/request-id.ts';
import type { HeaderList } from '../policies/security-headers.ts';
import type { UpstreamAnswer } from '../upstreams/fetch-answer.ts';
import type { ServiceName } from '../upstreams/upstreams.ts';

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

const compressFromBytes = 1024;
const maxPlainBytes = 32 * 1024 * 1024;

/** What may be sent at once: bytes, what compresses to, and every header that goes with them. */
export interface KeptAnswer {
  readonly status: number;
  /** The service that said it; a page of ours has none. */
  readonly owner: ServiceName | undefined;
  readonly plain: Buffer;
  readonly brotli: Buffer | undefined;
  readonly etag: string;
  /** Memory that it holds, for the limit of the store. */
  readonly size: number;
  /** Set when what it was made of has changed; what was built on it is then no longer good either. */
  isDropped: boolean;
  /** Somebody who is signed in may be told something else. */
  readonly isForStrangers: boolean;
  /** `performance.now()` after which it is asked for again. */
  goodUntil: number;
  readonly heads: Heads;
  /** Made for the first client that takes gzip but no brotli. */
  gzip?: Buffer;
}

/** Names and values in one flat list each, the form that costs `writeHead` least. */
interface Heads {
  readonly plain: string[];
  readonly brotli: string[];
  readonly gzip: string[];
  readonly notModified: string[];
}

export interface KeptParts {
  readonly owner?: ServiceName;
  readonly status?: number;
  readonly plain: Buffer;
  readonly brotli?: Buffer | undefined;
  readonly contentType: string;
  readonly cacheControl: string;
  /** Opaque part of the entity tag, without quotes; by default from the bytes. */
  readonly tag?: string;
  readonly vary?: string;
  readonly isForStrangers?: boolean;
  readonly securityHeaders: HeaderList;
}

/** Puts the finished forms of an answer together; compresses it unless that was done already. */
export async function makeKeptAnswer(parts: KeptParts): Promise<KeptAnswer> {
  const { status = 200, plain, contentType, cacheControl, securityHeaders } = parts;
  const brotli =
    parts.brotli ??
    (plain.length < compressFromBytes
      ? undefined
      : await compress(plain, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: 5,
            [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
            [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
          },
        }));
  const tag = parts.tag ?? createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  const shared = [
    ...securityHeaders.flat(),
    'Cache-Control',
    cacheControl,
    'Vary',
    parts.vary ?? 'Accept-Encoding',
  ];
  const head = (suffix: string, encoding: string | undefined, bytes: number | undefined) => [
    ...shared,
    'ETag',
    `"${tag}${suffix}"`,
    'Content-Type',
    contentType,
    ...(encoding ? ['Content-Encoding', encoding] : []),
    ...(bytes === undefined ? [] : ['Content-Length', String(bytes)]),
  ];
  return {
    status,
    owner: parts.owner,
    plain,
    brotli,
    etag: tag,
    size: plain.length + (brotli?.length ?? 0) + 2048,
    isDropped: false,
    isForStrangers: parts.isForStrangers ?? false,
    goodUntil: Number.POSITIVE_INFINITY,
    heads: {
      plain: head('', undefined, plain.length),
      brotli: head('-br', 'br', brotli?.length ?? 0),
      gzip: head('-gz', 'gzip', undefined),
      notModified: [...shared, 'ETag', `"${tag}"`],
    },
  };
}

/** A service's 200 as it can be kept; undefined when the service forbids that or sent what we cannot read. */
export async function keptFromUpstream(
  { owner, variesByCaller }: Pick<Endpoint, 'owner' | 'variesByCaller'>,
  answer: UpstreamAnswer,
  securityHeaders: HeaderList,
): Promise<KeptAnswer | undefined> {
  const { headers, body } = answer;
  const cacheControl = headers['cache-control'] ?? 'no-cache';
  if (answer.status !== 200 || headers['set-cookie'] || /no-store|private/.test(cacheControl))
    return undefined;
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity' && encoding !== 'br') return undefined;
  const plain = encoding === 'br' ? await decompress(body, { maxOutputLength: maxPlainBytes }) : body;
  const tag = /^"([\x21\x23-\x7e]{1,80}?)(?:-br)?"$/.exec(headers.etag ?? '')?.[1];
  return makeKeptAnswer({
    owner,
    plain,
    brotli: encoding === 'br' ? body : undefined,
    contentType: headers['content-type'] ?? 'application/json; charset=utf-8',
    cacheControl,
    ...(tag ? { tag } : {}),
    ...(variesByCaller ? { vary: 'Accept-Encoding, Authorization', isForStrangers: true } : {}),
    securityHeaders,
  });
}

/** `br`, `gzip` or nothing: what the client takes and we have. `q=0` refuses an encoding. */
export function encodingFor(acceptEncoding: string | undefined): 'br' | 'gzip' | undefined {
  if (acceptEncoding === undefined) return undefined;
  if (takes(acceptEncoding, 'br')) return 'br';
  return takes(acceptEncoding, 'gzip') ? 'gzip' : undefined;
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

/** Sends it: 304, or the bytes in the best encoding. Works with and without policies before it. */
export function sendKept(req: IncomingMessage, res: ServerResponse, answer: KeptAnswer): void {
  const known = res.getHeader('X-Request-Id');
  const id = typeof known === 'string' ? known : nextRequestId();
  const { headers } = req;
  if (answer.status === 200 && namesTag(headers['if-none-match'], answer.etag)) {
    res.writeHead(304, [...answer.heads.notModified, 'X-Request-Id', id]);
    res.end();
    return;
  }
  const hasNoBody = req.method === 'HEAD';
  const encoding = answer.brotli ? encodingFor(headers['accept-encoding']) : undefined;
  if (encoding === 'br') {
    res.writeHead(answer.status, [...answer.heads.brotli, 'X-Request-Id', id]);
    res.end(hasNoBody ? undefined : answer.brotli);
  } else if (encoding === 'gzip') {
    answer.gzip ??= gzipSync(answer.plain, { level: 6 });
    const length = String(answer.gzip.length);
    res.writeHead(answer.status, [...answer.heads.gzip, 'Content-Length', length, 'X-Request-Id', id]);
    res.end(hasNoBody ? undefined : answer.gzip);
  } else {
    res.writeHead(answer.status, [...answer.heads.plain, 'X-Request-Id', id]);
    res.end(hasNoBody ? undefined : answer.plain);
  }
}
