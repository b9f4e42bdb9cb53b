import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

export type TestRedis = Awaited<ReturnType<typeof startTestRedis>>;

/** Path of the Redis server; undefined when there is none. */
export const redisServer = process.env['KINMEL_TEST_REDIS_SERVER'] || undefined;

/** A free TCP port, for a test server. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/**
 * Starts a Redis that a test can stop, freeze and restart, on a free port, without persistence; it ends with this
 * process.
 */
export async function startTestRedis() {
  if (redisServer === undefined)
    throw new Error(
      'KINMEL_TEST_REDIS_SERVER is not set: run the tests through npm test, which finds a Redis.',
    );
  const program = redisServer;
  const port = await freePort();
  let child: ChildProcess | undefined;
  process.once('exit', () => child?.kill('SIGKILL'));
  const start = async () => {
    const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    const redisProcess = spawn(program, settings, { stdio: ['ignore', 'pipe', 'inherit'] });
    child = redisProcess;
    let output = '';
    await new Promise<void>((resolve, reject) => {
      redisProcess.once('error', reject);
      redisProcess.once('exit', (code) => reject(new Error(`Redis ended with code ${code}: ${output}`)));
      redisProcess.stdout.on('data', (chunk: Buffer) => {
        output += String(chunk);
        if (output.includes('Ready to accept connections')) resolve();
      });
    });
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    /** Kills the server with SIGKILL. */
    async kill() {
      const runningProcess = child;
      if (
        runningProcess === undefined ||
        runningProcess.exitCode !== null ||
        runningProcess.signalCode !== null
      )
        return;
      const exited = once(runningProcess, 'exit');
      runningProcess.kill('SIGKILL');
      await exited;
    },
    /** Freezes the server until `goOn`: it accepts connections but answers nothing. */
    hold: () => void child?.kill('SIGSTOP'),
    goOn: () => void child?.kill('SIGCONT'),
  };
}
