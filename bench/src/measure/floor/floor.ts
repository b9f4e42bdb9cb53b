import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a measured server answered at one address, to be answered by the floor as well. */
export interface RecordedAnswer {
  path: string;
  headers: Record<string, string>;
  body: Buffer;
}

export interface Floor {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/**
 * Starts the yardstick: a bare `node:http` process that answers the recorded bytes from memory, and nothing else.
 * Every other figure is a multiple of its own.
 */
export async function startFloor(answers: readonly RecordedAnswer[]): Promise<Floor> {
  const folder = await mkdtemp(join(tmpdir(), 'kinmel-floor-'));
  const file = join(folder, 'answers.json');
  const recorded = answers.map(({ path, headers, body }) => ({
    path,
    headers,
    body: body.toString('base64'),
  }));
  await writeFile(file, JSON.stringify(recorded));
  const child: ChildProcess = fork(join(import.meta.dirname, 'floor-process.ts'), [file], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [port] = (await once(child, 'message')) as [number];
  if (child.pid === undefined) throw new Error('The floor did not start.');
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid,
    async stop() {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
      await rm(folder, { recursive: true });
    },
  };
}

/** Asks each address once and keeps status-checked bytes, as a client that takes brotli gets them. */
export async function record(
  baseUrl: string,
  paths: readonly string[],
  encoding = 'br',
): Promise<RecordedAnswer[]> {
  const { request } = await import('node:http');
  return Promise.all(
    paths.map(
      (path) =>
        new Promise<RecordedAnswer>((resolve, reject) => {
          const call = request(
            `${baseUrl}${path}`,
            { headers: { 'accept-encoding': encoding } },
            (answer) => {
              const chunks: Buffer[] = [];
              answer.on('data', (chunk: Buffer) => chunks.push(chunk));
              answer.on('end', () => {
                if (answer.statusCode !== 200)
                  return reject(new Error(`${path} answered ${answer.statusCode}`));
                const headers: Record<string, string> = {};
                for (const name of ['content-type', 'content-encoding', 'etag', 'cache-control']) {
                  const value = answer.headers[name];
                  if (typeof value === 'string') headers[name] = value;
                }
                return resolve({ path, headers, body: Buffer.concat(chunks) });
              });
            },
          );
          call.on('error', reject);
          call.end();
        }),
    ),
  );
}
