import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A recorded answer, which the floor repeats. */
export interface RecordedAnswer {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Base64, as sent: compressed where the server compressed it. */
  readonly body: string;
}

export interface Floor {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts a minimal server in a separate process; figures are multiples of its cost. */
export async function startFloor(
  kind: 'bare' | 'recorded' | 'durable' | 'proxy',
  fileOrTarget = '',
): Promise<Floor> {
  const child = fork(join(import.meta.dirname, 'floor-process.ts'), [kind, fileOrTarget], {
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

/** Starts a server that serves recorded responses. */
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
