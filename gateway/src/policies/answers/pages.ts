import type { RequestHandler } from 'express';
import type { HtmlPages } from '../../html/html-pages.ts';
import { isPage } from '../../html/page-match.ts';
import { drawVisitor, type VisitorOf } from '../../html/visitor.ts';
import { sendProblem } from '../../problem-answer.ts';
import type { ActiveRemotes } from '../../registry/active-remotes.ts';
import { sendCached } from '../../response-cache/cached-response.ts';
import { mayAskForFirstData } from '../admission/rate-limits.ts';

export interface PagesOptions {
  readonly htmlPages: HtmlPages;
  readonly remotes: ActiveRemotes;
  readonly visitorOf: VisitorOf;
  readonly isHttps: boolean;
}

/** Answers every other address with a page; an unknown one has status 404. */
export function pages({ htmlPages, remotes, visitorOf, isHttps }: PagesOptions): RequestHandler {
  return (req, res, next) => {
    if (!isPage(req.path, req.headers.accept)) return next();
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      return sendProblem(res, 'method-not-allowed', { Allow: 'GET, HEAD', Connection: 'close' });
    }
    const mark = req.url.indexOf('?');
    const query = new URLSearchParams(mark === -1 ? '' : req.url.slice(mark + 1));
    const found = visitorOf(req);
    const visitor = remotes.hasCanary ? drawVisitor(found, res, isHttps) : found;
    htmlPages.answer(req.path, query, visitor, mayAskForFirstData(res)).then((answer) => {
      if (answer) sendCached(req, res, answer);
      else sendProblem(res, 'service-unavailable', { 'Retry-After': '5' });
    }, next);
  };
}
