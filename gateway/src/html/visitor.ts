import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AdminFilesGate } from '../policies/admission/admin-files.ts';
import type { Visitor } from '../registry/active-remotes.ts';
import { cookieOf, visitorCookieName } from '../registry/canary.ts';

export type VisitorOf = (req: IncomingMessage) => Visitor;

const visitorValue = /^[A-Za-z0-9_-]{16}$/;

export function visitorReader(gate: AdminFilesGate): VisitorOf {
  return (req) => {
    const visitor = cookieOf(req.headers.cookie, visitorCookieName);
    return {
      isAdmin: gate.isAdmin(req),
      visitor: visitor !== undefined && visitorValue.test(visitor) ? visitor : undefined,
    };
  };
}

/** Sets the random cookie for canaries if the visitor has none; valid for half a year. */
export function drawVisitor(visitor: Visitor, res: ServerResponse, isHttps: boolean): Visitor {
  if (visitor.visitor !== undefined) return visitor;
  const value = randomBytes(12).toString('base64url');
  const secure = isHttps ? '; Secure' : '';
  res.appendHeader(
    'Set-Cookie',
    `${visitorCookieName}=${value}; Path=/; Max-Age=15552000; HttpOnly; SameSite=Lax${secure}`,
  );
  return { ...visitor, visitor: value };
}
