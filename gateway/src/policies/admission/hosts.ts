import type { IncomingMessage } from 'node:http';

const nameOfThisMachine = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/;

/** Whether a request has two Host headers: Node takes the first, another proxy may take the second. */
export function namesTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count > 1;
}

/**
 * Whether a request names another host than the public ones of pages and API. Requests from this machine may use its
 * local names (container probes, a local reverse proxy). Without a configured public address every host is accepted.
 */
export function foreignHosts(
  publicUrl: string | undefined,
  apiUrl?: string,
): (req: IncomingMessage) => boolean {
  if (publicUrl === undefined) return () => false;
  const ownHosts = new Set([publicUrl, apiUrl ?? publicUrl].map((url) => new URL(url).host));
  return ({ headers, socket, url = '' }) => {
    const host = headers.host ?? '';
    if (ownHosts.has(host) || ownHosts.has(host.toLowerCase())) return false;
    if (nameOfThisMachine.test(host) && isThisMachine(socket.remoteAddress)) return false;
    // Orchestrators probe a container by its IP address.
    return !url.startsWith('/health/');
  };
}

/** Whether a request of this origin comes from a page of the host that it names. */
export const isOwnOrigin = (origin: string, host: string | undefined): boolean =>
  URL.canParse(origin) && new URL(origin).host === host?.toLowerCase();

export const isThisMachine = (address: string | undefined): boolean =>
  address !== undefined && /^(::ffff:)?127\.|^::1$/.test(address);

const headersOfProxies = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'];

/** Whether the caller is a program on this machine, and not a proxy on it. */
export const isCallerOnThisMachine = ({ socket, headers }: IncomingMessage): boolean =>
  isThisMachine(socket.remoteAddress) && headersOfProxies.every((name) => headers[name] === undefined);
