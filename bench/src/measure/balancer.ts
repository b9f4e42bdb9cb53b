import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A round robin of connections over instances of a service, in a process of its own. */
export interface Balancer {
  readonly url: string;
  /** From now on these, and no connection to another. */
  use(urls: readonly string[]): Promise<void>;
  stop(): void;
}

export async function startBalancer(urls: readonly string[]): Promise<Balancer> {
  const child = fork(join(import.meta.dirname, 'balancer-process.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [port] = (await once(child, 'message')) as [number];
  const use = async (wanted: readonly string[]) => {
    const ready = once(child, 'message');
    child.send(wanted.map((url) => Number(new URL(url).port)));
    await ready;
  };
  await use(urls);
  return { url: `http://127.0.0.1:${port}`, use, stop: () => void child.kill() };
}
