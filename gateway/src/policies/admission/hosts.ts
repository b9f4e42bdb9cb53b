import type { IncomingMessage } from 'node:http';
import { isThisMachine } from './this-machine.ts';

const nameOfThisMachine = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/;

/**
 * Whether a request names another host than the shop's public one. From this machine its own names do too: the probe of a
 * container, a proxy beside us. Unless a public address is configured every host is ours (K-04).
 */
export function foreignHosts(publicUrl: string | undefined): (req: IncomingMessage) => boolean {
  if (publicUrl === undefined) return () => false;
  const ours = new URL(publicUrl).host;
  return ({ headers, socket, url = '' }) => {
    const host = headers.host ?? '';
    if (host === ours || host.toLowerCase() === ours) return false;
    if (nameOfThisMachine.test(host) && isThisMachine(socket.remoteAddress)) return false;
    // An orchestrator probes a container by its address.
    return !url.startsWith('/health/');
  };
}
