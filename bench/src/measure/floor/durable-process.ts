import { open } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * The least that taking an order safely can be: reads the order, adds it up, appends it as a line and answers when the
 * line is on the disk. Lines that come while one is written share the next write.
 */
const file = await open(process.argv[2] ?? '', 'a');
let waiting: { readonly line: string; readonly done: () => void }[] = [];
let isWriting = false;

async function write(): Promise<void> {
  if (isWriting) return;
  isWriting = true;
  await nextTurn();
  while (waiting.length > 0) {
    const group = waiting;
    waiting = [];
    await file.appendFile(group.map(({ line }) => line).join(''));
    await file.datasync();
    for (const { done } of group) done();
  }
  isWriting = false;
}

interface PlainOrder {
  readonly products: readonly { readonly quantity: number }[];
  readonly pricing: { readonly total: number };
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const order: PlainOrder = JSON.parse(Buffer.concat(chunks).toString());
    const pieces = order.products.reduce((sum, { quantity }) => sum + quantity, 0);
    const body = JSON.stringify({ ...order, pieces, total: order.pricing.total * pieces });
    waiting.push({
      line: `${body}\n`,
      done: () => response.writeHead(201, { 'content-type': 'application/json' }).end(body),
    });
    void write();
  });
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
