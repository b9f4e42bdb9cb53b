import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import express from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import type { RecordedAnswer } from './floor.ts';

const [kind = '', fileOrTarget = ''] = process.argv.slice(2);

/** Serves recorded responses from memory; a single one is served for every path. */
function recordedAnswers(): RequestListener {
  const recorded = JSON.parse(readFileSync(fileOrTarget, 'utf8')) as RecordedAnswer[];
  const answers = new Map(
    recorded.map(({ path, headers, body }) => {
      const bytes = Buffer.from(body, 'base64');
      return [path, { headers: { ...headers, 'content-length': String(bytes.length) }, bytes }];
    }),
  );
  const only = answers.size === 1 ? answers.values().next().value : undefined;
  return (request, response) => {
    const answer = answers.get(request.url ?? '') ?? only;
    if (answer) response.writeHead(200, answer.headers).end(answer.bytes);
    else response.writeHead(404).end();
  };
}

interface PlainOrder {
  readonly products: readonly { readonly quantity: number }[];
  readonly pricing: { readonly total: number };
}

/**
 * The minimum for taking an order safely: parses it, adds up, appends a line and answers when the line is on disk.
 * Lines that arrive during a write share the next one.
 */
async function durableLines(): Promise<RequestListener> {
  const file = await open(fileOrTarget, 'a');
  let waiting: { readonly line: string; readonly done: () => void }[] = [];
  let isWriting = false;
  const write = async () => {
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
  };
  return (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const order: PlainOrder = JSON.parse(Buffer.concat(chunks).toString());
      const pieces = order.products.reduce((sum, { quantity }) => sum + quantity, 0);
      const body = JSON.stringify({ ...order, pieces, total: order.pricing.total * pieces });
      const done = () => response.writeHead(201, { 'content-type': 'application/json' }).end(body);
      waiting.push({ line: `${body}\n`, done });
      void write();
    });
  };
}

const listeners: Record<string, () => RequestListener | Promise<RequestListener>> = {
  bare: () => (_request, response) => response.end('ok'),
  recorded: recordedAnswers,
  durable: durableLines,
  proxy: () => express().use(createProxyMiddleware({ target: fileOrTarget })),
};

const server = createServer(await listeners[kind]?.());
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
