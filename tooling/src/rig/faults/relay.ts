import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Which connections are cut: those of a process to a port. */
export type Cut = (from: number, toPort: number) => boolean;

interface Link {
  readonly from: number;
  readonly toPort: number;
  readonly ends: readonly [Socket, Socket];
  isCut: boolean;
}

export type Relay = Awaited<ReturnType<typeof startRelay>>;

/**
 * Passes on the connections of the processes of a shop, which say first who they are and what port they mean
 * (`in-process.ts`). While one is cut, nothing passes and neither end is told, as when packets are dropped; afterwards
 * what was sent arrives late.
 */
export async function startRelay() {
  const links = new Set<Link>();
  let cut: Cut = () => false;

  function join(link: Link): void {
    const [near, far] = link.ends;
    link.isCut = cut(link.from, link.toPort);
    if (link.isCut) {
      near.unpipe(far).pause();
      far.unpipe(near).pause();
      return;
    }
    // One end has closed its connection in the meantime.
    if (near.destroyed || far.destroyed) return endBoth(link);
    near.pipe(far);
    far.pipe(near);
  }

  function endBoth(link: Link): void {
    if (link.isCut) return;
    links.delete(link);
    for (const end of link.ends) end.destroySoon();
  }

  function open(near: Socket, head: string, rest: Buffer): void {
    const [from = 0, toPort = 0] = head.split(' ').map(Number);
    if (rest.length > 0) near.unshift(rest);
    const far = connect({ port: toPort, host: '127.0.0.1' });
    const link: Link = { from, toPort, ends: [near, far], isCut: false };
    links.add(link);
    for (const end of link.ends) end.on('close', () => endBoth(link));
    // Nothing listens there: the caller is refused, too.
    far.on('error', () => near.resetAndDestroy());
    near.on('error', () => far.resetAndDestroy());
    join(link);
  }

  const server = createServer((near) => {
    const fail = () => near.destroy();
    near.once('error', fail);
    // The first line is from `in-process.ts`; data may follow in the same packet.
    near.once('data', (received: Buffer) => {
      near.off('error', fail).pause();
      const end = received.indexOf('\n');
      open(near, received.toString('latin1', 0, end), received.subarray(end + 1));
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
