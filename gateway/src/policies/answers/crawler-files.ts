import type { RequestHandler } from 'express';
import type { Sitemap } from '../../html/sitemap.ts';
import { sendProblem } from '../../problem-answer.ts';
import { sendCached } from '../../response-cache/cached-response.ts';
import { sendUpstreamProblem } from '../../upstreams/upstream-error.ts';

const crawlerFile = /^\/(?:robots\.txt|sitemap(?:-([1-9]\d{0,4}))?\.xml)$/;

export const isCrawlerFile = (path: string): boolean => crawlerFile.test(path);

/** Addresses that search engines should not visit. Personal pages have `noindex`. */
const robots = ['User-agent: *', 'Disallow: /api/admin/', 'Disallow: /admin/', 'Disallow: /health/'];

/** `robots.txt` and, with a known public address, the sitemap. */
export function crawlerFiles(sitemap: Sitemap | undefined, origin: string | undefined): RequestHandler {
  return (req, res, next) => {
    const match = crawlerFile.exec(req.path);
    if (!match) return next();
    if (req.method !== 'GET' && req.method !== 'HEAD')
      return sendProblem(res, 'method-not-allowed', { Allow: 'GET, HEAD', Connection: 'close' });
    if (req.path === '/robots.txt') {
      const lines = origin === undefined ? robots : [...robots, '', `Sitemap: ${origin}/sitemap.xml`];
      res
        .set('Cache-Control', 'public, max-age=3600')
        .type('text/plain')
        .send(`${lines.join('\n')}\n`);
      return;
    }
    if (!sitemap) return sendProblem(res, 'not-found');
    sitemap.file(Number(match[1] ?? 0)).then(
      (answer) => (answer ? sendCached(req, res, answer) : sendProblem(res, 'not-found')),
      (error: unknown) => sendUpstreamProblem(res, error),
    );
  };
}
