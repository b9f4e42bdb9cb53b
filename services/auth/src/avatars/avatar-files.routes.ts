import type { RequestHandler } from 'express';
import type { AvatarStore } from './avatar-store.ts';

const address = /^\/([0-9a-f]{32})\/((?:64|128|256)\.webp)$/;

/**
 * `GET /uploads/avatars/<id>/<64|128|256>.webp`. Only addresses of exactly this shape are looked for, so there is nothing to
 * climb out of. Ids are chance: who does not know one finds none. The files never change and are nobody's script or page.
 */
export function avatarFilesHandler({ avatars }: { readonly avatars: AvatarStore }): RequestHandler {
  return async (req, res, next) => {
    const [, id, file] = address.exec(req.path) ?? [];
    const bytes =
      (req.method === 'GET' || req.method === 'HEAD') && id && file
        ? await avatars.read(id, file)
        : undefined;
    if (!bytes) {
      next();
      return;
    }
    const etag = `"${id}-${file}"`;
    res.set({
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Type': 'image/webp',
      'Content-Security-Policy': "sandbox; default-src 'none'",
      'Cross-Origin-Resource-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
      ETag: etag,
    });
    if (req.headers['if-none-match'] === etag) {
      res.status(304).end();
      return;
    }
    res.setHeader('Content-Length', bytes.length);
    res.end(req.method === 'HEAD' ? undefined : bytes);
  };
}
