import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AdminFilesGate } from '../policies/admission/admin-files.ts';
import type { Previews } from '../previews/previews.ts';
import type { ActiveRemotes, Visitor } from '../registry/active-remotes.ts';
import { hostCookie, visitorCookieName } from '../registry/canary.ts';
import type { RolloutController } from '../rollouts/rollout-controller.ts';

export type VisitorOf = (req: IncomingMessage) => Visitor;

const visitorValue = /^[A-Za-z0-9_-]{16}$/;

export function visitorReader(gate: AdminFilesGate, previews: Previews, isHttps: boolean): VisitorOf {
  const cookie = hostCookie(visitorCookieName, isHttps);
  return (req) => {
    const visitor = cookie.read(req.headers.cookie);
    return {
      preview: previews.of(req),
      isAdmin: gate.isAdmin(req),
      visitor: visitor !== undefined && visitorValue.test(visitor) ? visitor : undefined,
    };
  };
}

/** Sets the random cookie if the visitor has none; valid for half a year. */
function assignVisitor(visitor: Visitor, res: ServerResponse, isHttps: boolean): Visitor {
  if (visitor.visitor !== undefined) return visitor;
  const value = randomBytes(12).toString('base64url');
  res.appendHeader('Set-Cookie', hostCookie(visitorCookieName, isHttps).set(value, 15_552_000));
  return { ...visitor, visitor: value };
}

export interface PageVisitorOptions {
  readonly visitorOf: VisitorOf;
  readonly remotes: ActiveRemotes;
  readonly rollouts: RolloutController;
  readonly isHttps: boolean;
}

/** The visitor of a page, who gets the cookie and is counted while the registry needs that. */
export function pageVisitor({ visitorOf, remotes, rollouts, isHttps }: PageVisitorOptions) {
  return (req: IncomingMessage, res: ServerResponse): Visitor => {
    const knownVisitor = visitorOf(req);
    if (!remotes.needsVisitor) return knownVisitor;
    const visitor = assignVisitor(knownVisitor, res, isHttps);
    rollouts.countPage(visitor);
    return visitor;
  };
}
