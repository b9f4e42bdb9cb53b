/**
 * Loaded before the program of each process of a shop under the rig (`NODE_OPTIONS=--import`), except for the render
 * process, whose permissions do not allow it.
 */
import { Socket } from 'node:net';

const { RIG_RELAY_PORT: relayPort, RIG_CLOCK_MS: clockMs = '0' } = process.env;

/** Routes connections through the relay, which can cut them. */
if (relayPort !== undefined) {
  const connect: unknown = Reflect.get(Socket.prototype, 'connect');
  const local: readonly unknown[] = [undefined, 'localhost', '127.0.0.1'];
  const call = (socket: Socket, args: readonly unknown[]) =>
    Reflect.apply(connect as (...args: unknown[]) => Socket, socket, args);
  Socket.prototype.connect = function connectByRelay(this: Socket, ...args: unknown[]): Socket {
    // `net.connect` passes one array of normalized arguments; other callers pass the options.
    const [options, listener] = (Array.isArray(args[0]) ? args[0] : args) as [unknown, unknown];
    if (typeof options !== 'object' || options === null) return call(this, args);
    const { port, host } = options as { port?: number | string; host?: unknown };
    if (port === undefined || !local.includes(host)) return call(this, args);
    const socket = call(this, [{ ...options, host: '127.0.0.1', port: Number(relayPort) }, listener]);
    socket.write(`${process.pid} ${port}\n`);
    return socket;
  };
}

const offsetMs = Number(clockMs);
if (offsetMs !== 0) {
  const RealDate = Date;
  globalThis.Date = new Proxy(RealDate, {
    construct: (date, args, target) =>
      Reflect.construct(date, args.length === 0 ? [RealDate.now() + offsetMs] : args, target),
    apply: () => new RealDate(RealDate.now() + offsetMs).toString(),
    get: (date, name) => (name === 'now' ? () => RealDate.now() + offsetMs : Reflect.get(date, name)),
  });
}

// A full disk makes a write fail, whereas the file size limit that simulates it would end the process.
process.on('SIGXFSZ', () => undefined);
