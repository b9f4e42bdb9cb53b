import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkoutFolder, freeStackPorts } from '@kinmel/tooling/stack';
import { expect, test } from '@playwright/test';

const megabyte = 1024;
/** Resident megabytes of the launcher while the shop is open. */
const launcherMegabytes = 150;

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
  readonly residentKilobytes: number;
}

function processes(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const status = readFileSync(`/proc/${name}/status`, 'utf8');
        const field = (key: string) => Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
        // Zombies hold no memory.
        if (/^State:\s+Z/m.test(status)) return [];
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return [{ pid: Number(name), parent: field('PPid'), command, residentKilobytes: field('VmRSS') }];
      } catch {
        // The process ended meanwhile.
        return [];
      }
    });
}

/** A process and all its descendants. */
function treeOf(root: number): Process[] {
  const all = processes();
  const pids = new Set([root]);
  for (let size = 0; size !== pids.size; ) {
    size = pids.size;
    for (const { pid, parent } of all) if (pids.has(parent)) pids.add(pid);
  }
  return all.filter(({ pid }) => pids.has(pid));
}

test.describe('npm start', () => {
  test.skip(process.platform !== 'linux', 'Processes are looked at in /proc.');
  test.describe.configure({ mode: 'serial' });
  let state: string;
  let environment: NodeJS.ProcessEnv;
  let launcherProcess: ChildProcess | undefined;

  test.beforeAll(async () => {
    state = mkdtempSync(join(tmpdir(), 'kinmel-start-'));
    const ports = await freeStackPorts();
    const servicePorts = Object.entries(ports.services).map(([name, port]) => [
      `${name.replaceAll('-', '_').toUpperCase()}_PORT`,
      String(port),
    ]);
    environment = {
      ...process.env,
      KINMEL_STATE_FOLDER: state,
      GATEWAY_PORT: String(ports.gateway),
      MONGODB_PORT: String(ports.mongodb),
      RABBITMQ_PORT: String(ports.rabbitmq),
      SMTP_PORT: String(ports.smtp),
      MAIL_PAGE_PORT: String(ports.mailPage),
      PAYMENT_SANDBOX_PORT: String(ports.paymentSandbox),
      RENDER_PORT: String(ports.render),
      ...Object.fromEntries(servicePorts),
    };
  });
  test.afterAll(() => {
    launcherProcess?.kill('SIGKILL');
    rmSync(state, { recursive: true, force: true });
  });

  /** Starts the shop and returns the launcher's pid. */
  async function open(command: string, args: readonly string[]): Promise<number> {
    let output = '';
    launcherProcess = spawn(command, [...args], {
      cwd: checkoutFolder,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [launcherProcess.stdout, launcherProcess.stderr])
      stream?.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    await expect.poll(() => output, { timeout: 240_000 }).toContain('Kinmel is open');
    const running: { pid: number } = JSON.parse(readFileSync(join(state, 'running.json'), 'utf8'));
    return running.pid;
  }

  const bootstrap = ['tooling/src/bootstrap/bootstrap.mjs', 'start'];

  async function expectAllEnded(tree: readonly Process[]): Promise<void> {
    const commandOf = new Map(tree.map(({ pid, command }) => [pid, command]));
    const remaining = () => processes().filter(({ pid, command }) => commandOf.get(pid) === command);
    await expect.poll(() => remaining().map(({ command }) => command), { timeout: 30_000 }).toEqual([]);
    expect(existsSync(join(state, 'running.json'))).toBe(false);
  }

  test('frees the memory of builds, and ends with all its children on SIGTERM', async () => {
    test.setTimeout(300_000);
    const launcher = await open(process.execPath, bootstrap);
    // The task that encodes sample pictures ends.
    await expect
      .poll(() => treeOf(launcher).filter(({ command }) => /run-task|esbuild/.test(command)), {
        timeout: 240_000,
      })
      .toEqual([]);
    const launcherEntry = treeOf(launcher).find(({ pid }) => pid === launcher);
    expect((launcherEntry?.residentKilobytes ?? Number.POSITIVE_INFINITY) / megabyte).toBeLessThan(
      launcherMegabytes,
    );
    const tree = treeOf(launcherProcess?.pid ?? 0);
    expect(tree.length).toBeGreaterThan(8);
    launcherProcess?.kill('SIGTERM');
    await expectAllEnded(tree);
  });

  test('ends with all its children on SIGHUP', async () => {
    test.setTimeout(120_000);
    await open(process.execPath, bootstrap);
    const tree = treeOf(launcherProcess?.pid ?? 0);
    launcherProcess?.kill('SIGHUP');
    await expectAllEnded(tree);
  });

  test('ends with all its children when its terminal is closed', async () => {
    test.setTimeout(120_000);
    const line = [process.execPath, ...bootstrap].join(' ');
    await open('script', ['--quiet', '--command', line, '/dev/null']);
    const tree = treeOf(launcherProcess?.pid ?? 0).filter(({ pid }) => pid !== launcherProcess?.pid);
    expect(tree.length).toBeGreaterThan(8);
    // Closes the terminal's end of all streams.
    launcherProcess?.kill('SIGKILL');
    await expectAllEnded(tree);
  });
});
