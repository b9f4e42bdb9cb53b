import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Whether connections from a process to a port are cut. */
export type Cut = (from: number, toPort: number) => boolean;

interface Link {
  readonly from: number;
  readonly toPort: number;
  readonly ends: readonly [Socket, Socket];
  isCut: boolean;
}

export type Relay = Awaited<ReturnType<typeof startRelay>>;

/**
 * Forwards the connections of a shop's processes, which first send their pid and the target port (`in-process.ts`). While
 * a connection is cut, no data passes and neither end notices, as when packets are dropped; afterwards the data arrives
 * late.
 */
export async function startRelay() {
  const links = new Set<Link>();
  let cut: Cut = () => false;

  function join(link: Link): void {
    const [caller, target] = link.ends;
    link.isCut = cut(link.from, link.toPort);
    if (link.isCut) {
      caller.unpipe(target).pause();
      target.unpipe(caller).pause();
      return;
    }
    // One end has closed its connection while it was cut.
    if (caller.destroyed || target.destroyed) return endBoth(link);
    caller.pipe(target);
    target.pipe(caller);
  }

  function endBoth(link: Link): void {
    if (link.isCut) return;
    links.delete(link);
    for (const end of link.ends) end.destroySoon();
  }

  function open(caller: Socket, firstLine: string, earlyData: Buffer): void {
    const [from = 0, toPort = 0] = firstLine.split(' ').map(Number);
    if (earlyData.length > 0) caller.unshift(earlyData);
    const target = connect({ port: toPort, host: '127.0.0.1' });
    const link: Link = { from, toPort, ends: [caller, target], isCut: false };
    links.add(link);
    for (const end of link.ends) end.on('close', () => endBoth(link));
    // The target refuses connections, so the caller's connection is reset, too.
    target.on('error', () => caller.resetAndDestroy());
    caller.on('error', () => target.resetAndDestroy());
    join(link);
  }

  const server = createServer((caller) => {
    const fail = () => caller.destroy();
    caller.once('error', fail);
    // The first line is from `in-process.ts`; data may follow in the same packet.
    caller.once('data', (received: Buffer) => {
      caller.off('error', fail).pause();
      const end = received.indexOf('\n');
      open(caller, received.toString('latin1', 0, end), received.subarray(end + 1));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const change = (next: Cut) => {
    cut = next;
    for (const link of links) if (cut(link.from, link.toPort) !== link.isCut) join(link);
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut: change,
    heal: () => change(() => false),
    close() {
      server.close();
      for (const { ends } of links) for (const end of ends) end.destroy();
    },
  };
}
