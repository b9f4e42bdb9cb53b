import type { RequestHandler, Response } from 'express';
import type { Sitemap } from '../../html/sitemap.ts';
import { sendProblem } from '../../problem-answer.ts';
import { sendCached } from '../../response-cache/cached-response.ts';
import { sendUpstreamProblem } from '../../upstreams/upstream-error.ts';

const securityFile = '/.well-known/security.txt';
const crawlerFile = /^\/(?:robots\.txt|\.well-known\/security\.txt|sitemap(?:-([1-9]\d{0,4}))?\.xml)$/;

export const isCrawlerFile = (path: string): boolean => crawlerFile.test(path);

/** Addresses that search engines should not visit. Personal pages have `noindex`. */
const robots = ['User-agent: *', 'Disallow: /api/admin/', 'Disallow: /admin/', 'Disallow: /health/'];

/** Within the year that RFC 9116 recommends at most. */
const securityFileDays = 180;

/** Where to report a weakness of the shop (RFC 9116). */
const securityLines = (origin: string, now: number) => [
  `Contact: ${origin}/contact`,
  `Expires: ${new Date(now + securityFileDays * 24 * 60 * 60_000).toISOString()}`,
  'Preferred-Languages: en, ne',
  `Canonical: ${origin}${securityFile}`,
];

const sendLines = (res: Response, lines: readonly string[]) =>
  void res
    .set('Cache-Control', 'public, max-age=3600')
    .type('text/plain')
    .send(`${lines.join('\n')}\n`);

/** `robots.txt` and, with a known public address, the sitemap and `security.txt`. */
export function crawlerFiles(sitemap: Sitemap | undefined, origin: string | undefined): RequestHandler {
  return (req, res, next) => {
    const match = crawlerFile.exec(req.path);
    if (!match) return next();
    if (req.method !== 'GET' && req.method !== 'HEAD')
      return sendProblem(res, 'method-not-allowed', { Allow: 'GET, HEAD', Connection: 'close' });
    if (req.path === '/robots.txt')
      return sendLines(
        res,
        origin === undefined ? robots : [...robots, '', `Sitemap: ${origin}/sitemap.xml`],
      );
    if (req.path === securityFile && origin !== undefined)
      return sendLines(res, securityLines(origin, Date.now()));
    if (!sitemap) return sendProblem(res, 'not-found');
    sitemap.file(Number(match[1] ?? 0)).then(
      (answer) => (answer ? sendCached(req, res, answer) : sendProblem(res, 'not-found')),
      (error: unknown) => sendUpstreamProblem(res, error),
    );
  };
}
