import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const recorded = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as {
  path: string;
  headers: Record<string, string>;
  body: string;
}[];
const answers = new Map(
  recorded.map(({ path, headers, body }) => {
    const bytes = Buffer.from(body, 'base64');
    return [path, { headers: { ...headers, 'content-length': String(bytes.length) }, bytes }];
  }),
);

/** Addresses with a number of their own all get the bytes of the one that was recorded. */
const fallback = answers.size === 1 ? answers.values().next().value : undefined;

const server = createServer((request, response) => {
  const answer = answers.get(request.url ?? '') ?? fallback;
  if (!answer) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, answer.headers).end(answer.bytes);
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
