import type { IncomingMessage } from 'node:http';

/** Whether an address of a connection is one of this machine itself. */
export const isThisMachine = (address: string | undefined): boolean =>
  address !== undefined && /^(::ffff:)?127\.|^::1$/.test(address);

const saidByProxies = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'];

/** Whether a program on this machine calls for itself. A proxy on this machine calls for others, and says so. */
export const isCallerOnThisMachine = ({ socket, headers }: IncomingMessage): boolean =>
  isThisMachine(socket.remoteAddress) && saidByProxies.every((name) => headers[name] === undefined);
