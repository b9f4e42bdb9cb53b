import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a measured server answered at one address, for the floor to answer as well. */
export interface RecordedAnswer {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** In base64, as answered: compressed where the server compressed it. */
  readonly body: string;
}

export interface Floor {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** A server with as little work as possible, in a process of its own; figures are multiples of what it needs. */
export async function startFloor(
  kind: 'bare' | 'recorded' | 'durable' | 'proxy',
  argument = '',
): Promise<Floor> {
  const child = fork(join(import.meta.dirname, 'floor-process.ts'), [kind, argument], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [port] = (await once(child, 'message')) as [number];
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async stop() {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    },
  };
}

/** Starts a floor that answers the recorded bytes. */
export async function startRecorded(answers: readonly RecordedAnswer[]): Promise<Floor> {
  const folder = await mkdtemp(join(tmpdir(), 'kinmel-floor-'));
  try {
    const file = join(folder, 'answers.json');
    await writeFile(file, JSON.stringify(answers));
    return await startFloor('recorded', file);
  } finally {
    await rm(folder, { recursive: true });
  }
}
