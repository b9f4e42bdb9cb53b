import http from 'node:http';

// Loaded before maildev (`node --import`). maildev accepts every origin and host, so any site open in the same browser
// could read mails with reset links.
const ownHost = /^(localhost|127\.0\.0\.1|\[::1\]):\d+$/;

/** A request from another site, by its origin, fetch metadata or host name (DNS rebinding). */
function isForeign({ headers }) {
  const { host = '', origin } = headers;
  if (!ownHost.test(host)) return true;
  if (origin !== undefined && origin !== `http://${host}`) return true;
  const site = headers['sec-fetch-site'];
  const isLink = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  return (site === 'cross-site' || site === 'same-site') && !isLink;
}

const createServer = http.createServer;
http.createServer = (...options) => {
  const server = createServer(...options);
  const emit = server.emit;
  server.emit = (event, ...details) => {
    const [req, answer] = details;
    if ((event !== 'request' && event !== 'upgrade') || !isForeign(req))
      return emit.call(server, event, ...details);
    if (event === 'upgrade') answer.destroy();
    else answer.writeHead(403, { Connection: 'close' }).end();
    return true;
  };
  return server;
};
