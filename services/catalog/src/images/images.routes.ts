import { catalogEndpoints } from '@kinmel/contracts';
import { imageOf } from '@kinmel/pictures';
import { ProblemError, type Route, route } from '@kinmel/service-kit';
import type express from 'express';
import { type ImagesContext, uploadImage } from './upload-image.ts';

export function imagesRoutes(context: ImagesContext): Route[] {
  return [
    route(catalogEndpoints.uploadImage, async ({ file, identity }) => {
      // The contract asks for an admin: there is an identity.
      if (!identity) throw new ProblemError('not-signed-in', 'Please sign in first.');
      if (!file) throw new ProblemError('invalid-request', 'Please select an image file to upload.');
      const picture = await uploadImage(context, { personId: identity.userId, original: file.buffer });
      return { success: true as const, imageUrl: imageOf(picture), picture };
    }),
  ];
}

const types = { avif: 'image/avif', webp: 'image/webp' } as const;
const address = /^\/([a-z0-9][a-z0-9-]{2,63})\/((?:320|640|1200)\.(avif|webp))$/;

/**
 * `GET /uploads/<id>/<width>.<avif|webp>`. Only addresses of exactly this shape are looked for, so there is nothing
 * to climb out of; everything else is the usual 404. The files never change and are nobody's script or page (U-09).
 */
export function picturesHandler({ pictures }: Pick<ImagesContext, 'pictures'>): express.RequestHandler {
  return async (req, res, next) => {
    const [, id, file, format] = address.exec(req.path) ?? [];
    if ((req.method !== 'GET' && req.method !== 'HEAD') || !id || !file) {
      next();
      return;
    }
    const bytes = await pictures.read(id, file);
    if (!bytes) {
      next();
      return;
    }
    const etag = `"${id}-${file}"`;
    res.set({
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Type': format === 'avif' ? types.avif : types.webp,
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
