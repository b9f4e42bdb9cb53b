import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { ShellBuild } from '@kinmel/contracts';
import type { Request, RequestHandler, Response } from 'express';
import type { GatewayContext } from '../../context.ts';
import { notIndexed, previewCacheControl } from '../../previews/preview-bar.ts';
import { sendProblem } from '../../problem-answer.ts';
import type { Visitor } from '../../registry/active-remotes.ts';
import { mayUse } from '../../registry/public-registry.ts';
import {
  encodingFor,
  makeCachedResponse,
  namesTag,
  sendCached,
} from '../../response-cache/cached-response.ts';
import { ownerOfUpload, uploadFile } from '../../upstreams/api-routes.ts';
import { isDocument, keepFileHeaders } from './security-headers.ts';

const remoteFile =
  /^\/remotes\/(mfe-[a-z-]+)\/([0-9A-Za-z][0-9A-Za-z.-]{0,63})\/([A-Za-z0-9_][A-Za-z0-9_./-]*)$/;
const shellFile = /^\/shell\/([0-9A-Za-z][0-9A-Za-z.-]{0,63})\/([A-Za-z0-9_][A-Za-z0-9_./-]*)$/;

/** Never served, even when a build lists them: sources and internals. */
const privateFilePattern =
  /^(server|pacts)\/|(^|\/)(\.|mf-stats\.json$|version\.json$|shell\.json$|index\.html$)|\.(map|br|gz|cjs|sig|tsx?)$/;

const immutableCacheControl = 'public, max-age=31536000, immutable';

/** 96 bits of the hash. */
const tagCharacters = 16;

interface ServedFile {
  readonly folder: string;
  readonly file: string;
  readonly cacheControl: string;
  /** Identifies the content. */
  readonly tag: string;
}

const ownAddress = /^\/(remotes|shell|uploads)\//;

/** Icons that browsers, phones and search engines request without a link: files of the active shell. */
const rootIcon = /^\/(?:(favicon\.ico)|(apple-touch-icon)(?:-precomposed|-\d+x\d+){0,2}\.png)$/;
const dayCacheControl = 'public, max-age=86400';

const privateCacheControl = 'private, no-store';

/** The hash of a file that a build lists and that may be served. */
const integrityIn = (files: ShellBuild['files'], file: string): string | undefined =>
  Object.hasOwn(files, file) && !privateFilePattern.test(file) ? files[file]?.integrity : undefined;

/**
 * Files of the shell, of remotes and of pictures. A file of a build is served only when that build lists it, so that no
 * path leads out of its folder.
 */
export function staticFiles(context: GatewayContext): RequestHandler {
  const { remotes, shells, visitorOf, headers } = context;
  const { remotesFolder, uploadsFolder } = context.folders;

  async function findRemoteFile(req: Request, name: string, version: string, file: string) {
    const build = await remotes.build(name, version);
    const tag = build && integrityIn(build.files, file);
    if (!build || tag === undefined || !mayUse(build, visitorOf(req))) return undefined;
    const cacheControl =
      build.declaration.requiredRole === 'public' ? immutableCacheControl : privateCacheControl;
    return { folder: join(remotesFolder, name, version), file, cacheControl, tag };
  }

  async function findShellFile(version: string, file: string, cacheControl = immutableCacheControl) {
    const shell = await shells.find(version);
    const tag = shell && integrityIn(shell.build.files, file);
    return !shell || tag === undefined ? undefined : { folder: shell.folder, file, cacheControl, tag };
  }

  async function findPicture(id: string, width: string, type: string) {
    const file = `${width}.${type}`;
    // Without access to the folder catalog serves them.
    if (!uploadsFolder || !(await fileExists(join(uploadsFolder, id, file)))) return undefined;
    return {
      folder: join(uploadsFolder, id),
      file,
      cacheControl: immutableCacheControl,
      tag: `${id}/${width}/${type}`,
    };
  }

  async function fileAt(req: Request): Promise<ServedFile | undefined> {
    const [, remote, remoteVersion = '', remotePath = ''] = remoteFile.exec(req.path) ?? [];
    if (remote !== undefined) return findRemoteFile(req, remote, remoteVersion, remotePath);
    const [, shellVersion, shellPath = ''] = shellFile.exec(req.path) ?? [];
    if (shellVersion !== undefined) return findShellFile(shellVersion, shellPath);
    const [, favicon, touchIcon] = rootIcon.exec(req.path) ?? [];
    const file = favicon ?? (touchIcon && `${touchIcon}.png`);
    const { shell } = remotes.viewOf(visitorOf(req));
    if (file !== undefined) return shell && findShellFile(shell.build.version, file, dayCacheControl);
    const [, picture, width = '', type = ''] = uploadFile.exec(req.path) ?? [];
    return picture === undefined ? undefined : findPicture(picture, width, type);
  }

  return async (req, res, next) => {
    const { path } = req;
    if (!ownAddress.test(path) && !rootIcon.test(path)) return next();
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      return sendProblem(res, 'method-not-allowed', { Allow: 'GET, HEAD', Connection: 'close' });
    }
    if (path === '/remotes/registry.json') {
      const answer = await registryResponse(context, visitorOf(req));
      keepFileHeaders(res, headers);
      return sendCached(req, res, answer);
    }
    const servedFile = await fileAt(req);
    if (!servedFile) {
      // The owning service may have a picture that is not in the folder.
      return ownerOfUpload(path) ? next() : sendProblem(res, 'not-found');
    }
    if (servedFile.cacheControl === privateCacheControl) res.setHeader('Vary', 'Cookie');
    if (!path.startsWith('/uploads/') && !isDocument(servedFile.file)) keepFileHeaders(res, headers);
    await sendFile(res, servedFile);
  };
}

const fileExists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

const compressible = /\.(js|css|json|svg|html)$/;

async function sendFile(res: Response, { folder, file, cacheControl, tag }: ServedFile): Promise<void> {
  const { req } = res;
  const requestId = res.getHeader('X-Request-Id');
  if (cacheControl === immutableCacheControl) {
    // Fewer headers: a page loads a dozen files. The access log has their ids.
    res.removeHeader('X-Request-Id');
    res.removeHeader('Connection');
  }
  res.setHeader('Cache-Control', cacheControl);
  let servedName = file;
  if (compressible.test(file)) {
    res.vary('Accept-Encoding');
    const encoding = encodingFor(req.get('accept-encoding'));
    const extension = encoding === 'br' ? '.br' : '.gz';
    if (encoding && (await fileExists(join(folder, file + extension)))) {
      servedName = file + extension;
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
      servedName,
      {
        root: folder,
        dotfiles: 'deny',
        cacheControl: false,
        lastModified: false,
        etag: false,
        // Without a range request the header would be on every file of a page.
        acceptRanges: req.get('range') !== undefined,
      },
      (error?: Error & { status?: number; code?: string }) => {
        if (!error || res.headersSent || error.code === 'ECONNABORTED') return resolve();
        for (const name of ['Cache-Control', 'Content-Type']) res.removeHeader(name);
        if (requestId !== undefined) res.setHeader('X-Request-Id', requestId);
        const isGone = error.status === 404 || error.code === 'ENOENT';
        if (!isGone && error.status !== 416) return reject(error);
        sendProblem(res, isGone ? 'not-found' : 'invalid-request');
        resolve();
      },
    );
  });
}

/** The registry of remotes for this visitor. */
async function registryResponse({ remotes, responseCache, headers }: GatewayContext, visitor: Visitor) {
  const { registry, key: viewKey, preview } = remotes.viewOf(visitor);
  const isPrivate = visitor.isAdmin || remotes.hasCanary || preview !== undefined;
  const key = `registry ${remotes.generation} ${isPrivate} ${viewKey}`;
  const cached = responseCache.find(key);
  if (cached) return cached;
  const response = await makeCachedResponse({
    plain: Buffer.from(JSON.stringify(registry)),
    contentType: 'application/json; charset=utf-8',
    cacheControl: preview ? previewCacheControl : isPrivate ? 'private, no-cache' : 'no-cache',
    vary: isPrivate ? 'Accept-Encoding, Cookie' : 'Accept-Encoding',
    securityHeaders: preview ? [...headers.files, notIndexed] : headers.files,
  });
  if (!preview) responseCache.put(key, response);
  return response;
}

export const uploadCacheControl = immutableCacheControl;
