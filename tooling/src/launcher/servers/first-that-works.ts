import { spawnSync } from 'node:child_process';

/**
 * A way to get a program: its name for messages, a function that finds it, and the message `otherwise` when it finds none.
 */
type Way<Found> = readonly [
  name: string,
  find: () => Promise<Found | undefined> | Found | undefined,
  otherwise?: string,
];

/** A Docker engine, not only its client. */
export const dockerEngine: Way<{ readonly docker: true }> = [
  'docker',
  () => {
    const command = ['info', '--format', '{{.ServerVersion}}'];
    const { status } = spawnSync('docker', command, { stdio: 'ignore', timeout: 5_000 });
    return status === 0 ? { docker: true } : undefined;
  },
  'no engine answers',
];

const reason = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).split('\n').filter(Boolean).slice(0, 3).join(' ');

/**
 * The result of the first way that works.
 * @throws with the ways that were tried, and how to fix it
 */
export async function firstThatWorks<Found>(
  what: string,
  ways: readonly Way<Found>[],
  fix: string,
): Promise<Found> {
  const failures: string[] = [];
  for (const [name, find, otherwise = 'none'] of ways) {
    try {
      const result = await find();
      if (result !== undefined) return result;
      failures.push(`${name}: ${otherwise}`);
    } catch (error) {
      failures.push(`${name}: ${reason(error)}`);
    }
  }
  throw new Error(
    `${what} was not found and could not be fetched. Tried:\n${failures.map((line) => `  - ${line}`).join('\n')}\n\nTo fix it: ${fix}`,
  );
}
