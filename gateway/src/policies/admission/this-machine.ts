import type { IncomingMessage } from 'node:http';

/** Whether an address of a connection is one of this machine itself. */
export const isThisMachine = (address: string | undefined): boolean =>
  address !== undefined && /^(::ffff:)?127\.|^::1$/.test(address);

const headersOfProxies = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'];

/** Whether the caller is a program on this machine, not a proxy that forwards requests of others. */
export const isCallerOnThisMachine = ({ socket, headers }: IncomingMessage): boolean =>
  isThisMachine(socket.remoteAddress) && headersOfProxies.every((name) => headers[name] === undefined);
