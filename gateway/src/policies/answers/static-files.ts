import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { RequestHandler, Response } from 'express';
import type { ShellFiles } from '../../html/shell-files.ts';
import type { VisitorOf } from '../../html/visitor.ts';
import { sendProblem } from '../../problem-answer.ts';
import type { ActiveRemotes, Visitor } from '../../registry/active-remotes.ts';
import { mayUse } from '../../registry/public-registry.ts';
import {
  type CachedResponse,
  encodingFor,
  makeCachedResponse,
  namesTag,
  sendCached,
} from '../../response-cache/cached-response.ts';
import type { ResponseCache } from '../../response-cache/response-cache.ts';
import { ownerOfUpload, uploadFile } from '../../upstreams/api-routes.ts';
import { isDocument, keepFileHeaders, type SecurityHeaders } from './security-headers.ts';

const remoteFile =
  /^\/remotes\/(mfe-[a-z-]+)\/([0-9A-Za-z][0-9A-Za-z.-]{0,63})\/([A-Za-z0-9_][A-Za-z0-9_./-]*)$/;
const shellFile = /^\/shell\/([0-9A-Za-z][0-9A-Za-z.-]{0,63})\/([A-Za-z0-9_][A-Za-z0-9_./-]*)$/;
const rootFile = /^\/(favicon\.(?:ico|svg)|apple-touch-icon\.png|manifest\.webmanifest)$/;

/** Never served, even when a build lists them: they show how the shop is built. */
const neverServed =
  /^server\/|(^|\/)(\.|mf-stats\.json$|version\.json$|shell\.json$|index\.html$)|\.(map|br|gz|cjs|tsx?)$/;

const immutable = 'public, max-age=31536000, immutable';

/** Characters of the hash in an entity tag: 96 bits. */
const tagCharacters = 16;

export interface StaticFilesOptions {
  readonly remotes: ActiveRemotes;
  readonly responseCache: ResponseCache;
  readonly shell: ShellFiles;
  readonly remotesFolder: string;
  /** The folder of pictures, when the gateway may read them; otherwise catalog serves them. */
  readonly uploadsFolder?: string | undefined;
  readonly visitorOf: VisitorOf;
  readonly headers: SecurityHeaders;
}

/**
 * Files of the shell, of remotes and of pictures. A file of a build is served only when that build's own list
 * names it: there is no listing, nothing beside a build, and no path that leads out of its folder.
 */
export function staticFiles(options: StaticFilesOptions): RequestHandler {
  const { remotes, shell, remotesFolder, uploadsFolder, visitorOf, headers } = options;
  const keepHeadersOf = (res: Response, file: string) => {
    if (!isDocument(file)) keepFileHeaders(res, headers);
  };

  return (req, res, next) => {
    const { path } = req;
    const isOurs = path.startsWith('/remotes/') || path.startsWith('/shell/') || path.startsWith('/uploads/');
    if (!isOurs && !rootFile.test(path)) return next();
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      return sendProblem(res, 'method-not-allowed', { Allow: 'GET, HEAD', Connection: 'close' });
    }
    const failed = (error: unknown) => next(error);

    if (path === '/remotes/registry.json') {
      registryResponse(options, visitorOf(req)).then((answer) => {
        keepFileHeaders(res, headers);
        sendCached(req, res, answer);
      }, failed);
      return;
    }

    const remote = remoteFile.exec(path);
    if (remote) {
      const [, name = '', version = '', file = ''] = remote;
      const serve = async () => {
        const build = await remotes.build(name, version);
        const visitor = visitorOf(req);
        const known = build && Object.hasOwn(build.files, file) ? build.files[file] : undefined;
        if (!build || !known || neverServed.test(file) || !mayUse(build, visitor)) {
          return sendProblem(res, 'not-found');
        }
        const isGated = build.declaration.requiredRole !== 'public';
        if (isGated) res.setHeader('Vary', 'Cookie');
        keepHeadersOf(res, file);
        await sendFile(res, join(remotesFolder, name, version), file, {
          cacheControl: isGated ? 'private, no-store' : immutable,
          tag: known.integrity,
        });
      };
      serve().catch(failed);
      return;
    }

    const shellMatch = shellFile.exec(path);
    if (shellMatch) {
      const [, version = '', file = ''] = shellMatch;
      const serve = async () => {
        const found = await shell.find(version);
        const known = found && Object.hasOwn(found.build.files, file) ? found.build.files[file] : undefined;
        if (!found || !known || neverServed.test(file)) return sendProblem(res, 'not-found');
        keepHeadersOf(res, file);
        await sendFile(res, found.folder, file, { cacheControl: immutable, tag: known.integrity });
      };
      serve().catch(failed);
      return;
    }

    const root = rootFile.exec(path)?.[1];
    if (root) {
      const active = shell.active;
      const known = active?.build.files[root];
      if (!active || !known) return sendProblem(res, 'not-found');
      keepHeadersOf(res, root);
      sendFile(res, active.folder, root, {
        cacheControl: 'public, max-age=86400',
        tag: known.integrity,
      }).catch(failed);
      return;
    }

    if (ownerOfUpload(path) === 'auth') return next();

    const upload = uploadFile.exec(path);
    if (upload) {
      if (!uploadsFolder) return next();
      const [, id = '', width = '', type = ''] = upload;
      const serve = async () => {
        // A picture that is not in the folder may still be in the service's own store.
        if (!(await isThere(join(uploadsFolder, id, `${width}.${type}`)))) return next();
        await sendFile(res, join(uploadsFolder, id), `${width}.${type}`, {
          cacheControl: immutable,
          tag: `${id}/${width}/${type}`,
        });
      };
      serve().catch(failed);
      return;
    }
    sendProblem(res, 'not-found');
  };
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** Whether a file of an immutable folder has its compressed neighbour; asked of the disk once. */
const neighbours = new Map<string, boolean>();

async function hasNeighbour(path: string): Promise<boolean> {
  const known = neighbours.get(path);
  if (known !== undefined) return known;
  const found = await isThere(path);
  if (neighbours.size > 10_000) neighbours.clear();
  // A missing file may still arrive: the folder may be in the middle of being copied.
  if (found) neighbours.set(path, true);
  return found;
}

const compressible = /\.(js|css|json|svg|html|txt|webmanifest)$/;

async function sendFile(
  res: Response,
  folder: string,
  file: string,
  { cacheControl, tag }: { readonly cacheControl: string; readonly tag: string },
): Promise<void> {
  const { req } = res;
  const requestId = res.getHeader('X-Request-Id');
  if (cacheControl === immutable) {
    // A page loads a dozen files, whose ids stand in the access log. HTTP/1.1 connections are persistent by default.
    res.removeHeader('X-Request-Id');
    res.removeHeader('Connection');
  }
  res.setHeader('Cache-Control', cacheControl);
  let served = file;
  if (compressible.test(file)) {
    res.vary('Accept-Encoding');
    const encoding = encodingFor(req.get('accept-encoding'));
    const extension = encoding === 'br' ? '.br' : '.gz';
    if (encoding && (await hasNeighbour(join(folder, file + extension)))) {
      served = file + extension;
      res.setHeader('Content-Encoding', encoding);
    }
  }
  const etag = `W/"${tag.slice(-tagCharacters)}"`;
  res.setHeader('ETag', etag);
  if (namesTag(req.get('if-none-match'), etag)) {
    res.removeHeader('Content-Encoding');
    res.status(304).end();
    return;
  }
  res.type(file.slice(file.lastIndexOf('.')));
  await new Promise<void>((resolve, reject) => {
    res.sendFile(
      served,
      {
        root: folder,
        dotfiles: 'deny',
        cacheControl: false,
        lastModified: false,
        etag: false,
        // Otherwise the header would stand on every file of a page.
        acceptRanges: req.get('range') !== undefined,
      },
      (error?: Error & { status?: number; code?: string }) => {
        if (!error || res.headersSent || error.code === 'ECONNABORTED') return resolve();
        for (const name of ['Cache-Control', 'Content-Type']) res.removeHeader(name);
        if (requestId !== undefined) res.setHeader('X-Request-Id', requestId);
        if (error.status === 404 || error.code === 'ENOENT') {
          sendProblem(res, 'not-found');
          return resolve();
        }
        if (error.status === 416) {
          sendProblem(res, 'invalid-request');
          return resolve();
        }
        reject(error);
      },
    );
  });
}

/** The registry of remotes as this kind of visitor gets it. */
async function registryResponse(
  { remotes, responseCache, headers }: StaticFilesOptions,
  visitor: Visitor,
): Promise<CachedResponse> {
  const { registry, key: viewKey } = remotes.viewOf(visitor);
  const isPrivate = visitor.isAdmin || remotes.hasCanary;
  const key = `registry ${registry.revision} ${isPrivate} ${viewKey}`;
  const cached = responseCache.find(key);
  if (cached) return cached;
  const response = await makeCachedResponse({
    plain: Buffer.from(JSON.stringify(registry)),
    contentType: 'application/json; charset=utf-8',
    cacheControl: isPrivate ? 'private, no-cache' : 'no-cache',
    vary: isPrivate ? 'Accept-Encoding, Cookie' : 'Accept-Encoding',
    securityHeaders: headers.files,
  });
  responseCache.put(key, response);
  return response;
}

export const uploadCacheControl = immutable;
