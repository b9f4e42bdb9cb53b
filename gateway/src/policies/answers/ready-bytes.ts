import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import type { KeptAnswer } from '../../kept/kept-answer.ts';
import { sendKept } from '../../kept/kept-answer.ts';
import type { KeptAnswers } from '../../kept/kept-answers.ts';
import type { UpstreamAnswer } from '../../upstreams/fetch-answer.ts';
import { sendUpstreamProblem } from '../../upstreams/upstream-error.ts';

/**
 * Answers public reads from kept bytes and fills them. Stands behind the rate limits: what costs a service work
 * counts. When changes are not heard the request goes on to the proxy.
 */
export function readyBytes(kept: KeptAnswers): RequestHandler {
  return (req, res, next) => {
    const endpoint = req.method === 'GET' && kept.isOpen ? kept.endpointFor(req) : undefined;
    if (!endpoint) return next();
    const { traceparent } = req.headers;
    const headers = {
      'x-request-id': String(req.headers['x-request-id']),
      ...(typeof traceparent === 'string' ? { traceparent } : {}),
    };
    kept.load(req.url, endpoint, headers).then(
      (loaded) => {
        if (loaded.kept) sendKept(req, res, loaded.kept);
        else sendUpstreamAnswer(res, loaded.answer);
      },
      (error: unknown) => sendUpstreamProblem(res, error),
    );
  };
}

const passedOn = [
  'content-type',
  'content-encoding',
  'cache-control',
  'etag',
  'vary',
  'retry-after',
  'set-cookie',
];

/** A whole answer that is not kept, a 404 for example, with those headers that mean something outside. */
function sendUpstreamAnswer(res: ServerResponse, answer: UpstreamAnswer): void {
  for (const name of passedOn) {
    const value = answer.headers[name];
    if (value !== undefined) res.setHeader(name, value);
  }
  res.setHeader('Content-Length', answer.body.length);
  res.writeHead(answer.status);
  res.end(answer.body);
}

/**
 * The same before any policy runs: one lookup by the exact address, then finished bytes. It is sound because
 * there is nothing left to decide: the answer is public, was made by a request that passed every policy, carries
 * its security headers, and costs less than counting the request for a rate limit would.
 */
export function answerReadyBytesFirst(
  find: (req: IncomingMessage) => KeptAnswer | undefined,
  { headerCount, onKept }: { readonly headerCount: number; readonly onKept: () => void },
  next: RequestListener,
): RequestListener {
  return (req, res) => {
    if (req.method === 'GET' && req.rawHeaders.length <= headerCount * 2) {
      const answer = find(req);
      if (answer && !carriesBody(req)) {
        onKept();
        sendKept(req, res, answer);
        return;
      }
    }
    next(req, res);
  };
}

const carriesBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined ||
  (headers['content-length'] !== undefined && headers['content-length'] !== '0');
