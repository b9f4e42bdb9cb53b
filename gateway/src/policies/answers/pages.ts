import type { RequestHandler } from 'express';
import type { GatewayContext } from '../../context.ts';
import { isPage, redirectAddress } from '../../html/page-match.ts';
import { sendProblem } from '../../problem-answer.ts';
import { sendCached } from '../../response-cache/cached-response.ts';
import { mayAskForFirstData } from '../admission/rate-limits.ts';

/** Answers every URL that no handler before it answered with a page; an unknown one has status 404. */
export function pages({ htmlPages, pageVisitor }: GatewayContext): RequestHandler {
  return (req, res, next) => {
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    const redirect = isRead ? redirectAddress(req.url) : undefined;
    if (redirect !== undefined) {
      // The address may hold the secret of a mailed link.
      res
        .writeHead(301, { Location: redirect, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' })
        .end();
      return;
    }
    if (!isPage(req.path, req.headers.accept)) return next();
    if (!isRead) {
      return sendProblem(res, 'method-not-allowed', { Allow: 'GET, HEAD', Connection: 'close' });
    }
    const queryStart = req.url.indexOf('?');
    const query = new URLSearchParams(queryStart === -1 ? '' : req.url.slice(queryStart + 1));
    htmlPages.answer(req.path, query, pageVisitor(req, res), mayAskForFirstData(res)).then((answer) => {
      if (answer) sendCached(req, res, answer);
      else sendProblem(res, 'service-unavailable', { 'Retry-After': '5' });
    }, next);
  };
}
