import type { IncomingMessage } from 'node:http';
import { isThisMachine } from './this-machine.ts';

const nameOfThisMachine = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/;

/** Whether a request has two lines that name its host: Node takes the first, a program before or behind us may take the other. */
export function namesTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count > 1;
}

/**
 * Whether a request names another host than the shop's public ones: that of its pages, that of its calls. From this machine its own names do too: the probe of a
 * container, a proxy beside us. Unless a public address is configured every host is ours (K-04).
 */
export function foreignHosts(
  publicUrl: string | undefined,
  apiUrl?: string,
): (req: IncomingMessage) => boolean {
  if (publicUrl === undefined) return () => false;
  const ours = new Set([publicUrl, apiUrl ?? publicUrl].map((url) => new URL(url).host));
  return ({ headers, socket, url = '' }) => {
    const host = headers.host ?? '';
    if (ours.has(host) || ours.has(host.toLowerCase())) return false;
    if (nameOfThisMachine.test(host) && isThisMachine(socket.remoteAddress)) return false;
    // An orchestrator probes a container by its address.
    return !url.startsWith('/health/');
  };
}
