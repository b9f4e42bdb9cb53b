import type { IncomingMessage, ServerResponse } from 'node:http';

export interface PictureFiles {
  /** The bytes of one file; undefined for unknown ids and names. */
  read(id: string, file: string): Promise<Buffer | undefined>;
  /** The WebP served in place of a file that is still being processed. */
  readPlaceholder?(id: string, file: string): Promise<Buffer | undefined>;
}

const securityHeaders = [
  ['Content-Security-Policy', "sandbox; default-src 'none'"],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['X-Content-Type-Options', 'nosniff'],
] as const;

const address = /^\/([a-z0-9][a-z0-9-]{2,63})\/([0-9]{2,4}\.(avif|webp))(?:\?.*)?$/;

/**
 * Answers `GET <mount>/<id>/<width>.<avif|webp>`. Only URLs of exactly this shape are looked up, so path traversal is
 * impossible; all others fall through to the next handler (404). The files are immutable.
 */
export function pictureFilesHandler(
  files: PictureFiles,
): (req: IncomingMessage, res: ServerResponse, next: () => void) => Promise<void> {
  return async (req, res, next) => {
    const [, id, file, format] = address.exec(req.url ?? '') ?? [];
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    const isPictureFile = isRead && id && file;
    const finalBytes = isPictureFile ? await files.read(id, file) : undefined;
    const bytes = finalBytes ?? (isPictureFile ? await files.readPlaceholder?.(id, file) : undefined);
    if (!bytes) {
      next();
      return;
    }
    const etag = finalBytes && `"${id}-${file}"`;
    // A placeholder must not be cached, because the final file replaces it at this URL.
    res.setHeader('Cache-Control', etag ? 'public, max-age=31536000, immutable' : 'no-store');
    res.setHeader('Content-Type', `image/${etag ? format : 'webp'}`);
    for (const [name, value] of securityHeaders) res.setHeader(name, value);
    if (etag) res.setHeader('ETag', etag);
    if (etag && req.headers['if-none-match'] === etag) {
      res.statusCode = 304;
      res.end();
      return;
    }
    res.setHeader('Content-Length', bytes.length);
    res.end(req.method === 'HEAD' ? undefined : bytes);
  };
}
