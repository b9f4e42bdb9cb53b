import { foreignHosts, isOwnOrigin } from '@kinmel/gateway/hosts';
import type { RequestHandler } from 'express';

/**
 * Refuses requests that pages of other sites send to the development server, which would use the developer's session:
 * requests with another origin, or with another host name for this machine (DNS rebinding).
 */
export function ownPagesOnly(publicUrl: string): RequestHandler {
  const isForeign = foreignHosts(publicUrl);
  return (req, res, next) => {
    const { origin, host } = req.headers;
    if (!isForeign(req) && (origin === undefined || isOwnOrigin(origin, host))) return next();
    res.status(403).type('text').send(`Only pages of ${publicUrl} may call the development server.`);
  };
}
