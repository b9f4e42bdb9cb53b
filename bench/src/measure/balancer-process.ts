import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * Gives each new connection to the next of its targets, as the Service of a cluster does; one that takes none is passed over.
 * Told other targets it ends the connections to those of before.
 */
let targets: readonly number[] = [];
let next = 0;
const open = new Set<Socket>();

function join(client: Socket, attempts: number): void {
  const port = targets[next++ % targets.length];
  if (port === undefined || attempts === 0) {
    client.destroy();
    return;
  }
  const server = connect({ port, host: '127.0.0.1', noDelay: true });
  server.once('error', () => server.destroy());
  server.once('connect', () => {
    open.add(server);
    server.removeAllListeners('close');
    server.pipe(client).pipe(server);
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.once('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  server.once('close', () => {
    if (server.pending) join(client, attempts - 1);
  });
}

const listener = createServer({ noDelay: true }, (client) => {
  open.add(client);
  client.on('error', () => client.destroy());
  client.once('close', () => open.delete(client));
  join(client, targets.length);
});
listener.listen(0, '127.0.0.1', () => process.send?.((listener.address() as AddressInfo).port));

process.on('message', (given: readonly number[]) => {
  targets = given;
  next = 0;
  for (const socket of open) socket.destroy();
  process.send?.('ready');
});
