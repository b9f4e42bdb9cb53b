import type { RequestHandler } from 'express';
import type { FirstViews } from '../../html/first-views.ts';
import { drawVisitor, type VisitorOf } from '../../html/visitor.ts';
import { sendKept } from '../../kept/kept-answer.ts';
import { sendProblem } from '../../problem-answer.ts';
import type { ActiveRemotes } from '../../registry/active-remotes.ts';

export interface PagesOptions {
  readonly firstViews: FirstViews;
  readonly remotes: ActiveRemotes;
  readonly visitorOf: VisitorOf;
  readonly isHttps: boolean;
}

/** Addresses that are no page of the shop whatever is there: programs ask for them, not people. */
const neverPage = /^\/(api|health|internal|metrics|remotes|shell|uploads)(\/|$)|(^|\/)\.|\.[a-z0-9]{1,12}$/i;

/** Every other address shows the shop: a page, or with status 404 the shell, which says so in its frame (SIL-63). */
export function pages({ firstViews, remotes, visitorOf, isHttps }: PagesOptions): RequestHandler {
  return (req, res, next) => {
    if (neverPage.test(req.path)) return next();
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      return sendProblem(res, 'method-not-allowed', { Allow: 'GET, HEAD', Connection: 'close' });
    }
    const mark = req.url.indexOf('?');
    const query = new URLSearchParams(mark === -1 ? '' : req.url.slice(mark + 1));
    const found = visitorOf(req);
    const visitor = remotes.hasCanary ? drawVisitor(found, res, isHttps) : found;
    firstViews.answer(req.path, query, visitor).then((answer) => {
      if (answer) sendKept(req, res, answer);
      else sendProblem(res, 'service-unavailable', { 'Retry-After': '5' });
    }, next);
  };
}
