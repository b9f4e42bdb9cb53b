import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** True where apt-get can install without a password: as root on Debian, Ubuntu and similar. */
export const canAptInstall = (): boolean =>
  process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

async function apt(args: string[], onLine: (line: string) => void): Promise<void> {
  const child = spawn('apt-get', ['-y', '-o', 'DPkg::Lock::Timeout=300', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // RUNLEVEL=1 keeps packages from starting their server on its default port.
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      onLine(line);
    });
  }
  const [code] = await once(child, 'close');
  if (code !== 0)
    throw new Error(`apt-get ${args.join(' ')} ended with code ${code}: ${lines.slice(-5).join(' ')}`);
}

let queue: Promise<unknown> = Promise.resolve();
let listsUpdate: Promise<void> | undefined;

/**
 * Installs Debian packages without recommendations, one call at a time: apt-get fails while another one updates its
 * lists.
 */
export function aptInstall(packages: string[], onProgress: (text: string) => void): Promise<void> {
  const install = async () => {
    onProgress('apt-get update');
    listsUpdate ??= apt(['update'], () => {});
    await listsUpdate;
    onProgress(`apt-get install ${packages.join(' ')}`);
    await apt(['install', '--no-install-recommends', ...packages], (line) => {
      if (/^(Get:|Unpacking|Setting up)/.test(line)) onProgress(`apt-get: ${line.slice(0, 80)}`);
    });
  };
  const installation = queue.then(install);
  queue = installation.catch(() => undefined);
  return installation;
}
