import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isPortFree, portOwner } from '../launcher/processes/ports.ts';
import { findChromium } from '../test/chromium.ts';

const run = promisify(execFile);

/** What the checks read. Tests replace it to simulate faults without changing the machine. */
export type Probe = ReturnType<typeof machineProbe>;

/** This machine and a checkout on it. Imports no package, because packages may be missing. */
export function machineProbe(root: string, env: NodeJS.ProcessEnv = process.env) {
  // npm reports its own version and that of its Node: `npm/11.6.1 node/v24.22.3 linux x64`.
  const [, npmVersion, nodeVersion] = /^npm\/(\S+) node\/(\S+)/.exec(env.npm_config_user_agent ?? '') ?? [];
  return {
    root,
    /** Data, versions and registry of a start. */
    state: env.KINMEL_STATE_FOLDER || join(root, '.kinmel'),
    env,
    /** The Node that runs npm, which need not be the packaged one. */
    nodeVersion: nodeVersion ?? process.version,
    npmVersion,
    now: () => Date.now(),
    /** The time of the package registry, which each installation needs anyway; undefined offline. */
    timeElsewhere: async (): Promise<number | undefined> => {
      const registry = env.npm_config_registry ?? 'https://registry.npmjs.org/';
      const signal = AbortSignal.timeout(3_000);
      const answer = await fetch(registry, { method: 'HEAD', signal }).catch(() => undefined);
      return Date.parse(answer?.headers.get('date') ?? '') || undefined;
    },
    freeDiskBytes: async () => {
      const { bavail, bsize } = await statfs(root);
      return bavail * bsize;
    },
    // Respects the memory limit of a container.
    freeMemoryBytes: () => process.availableMemory(),
    isPortFree,
    portOwner,
    chromium: () => findChromium(env),
    /** Output of git; empty outside a clone. */
    git: async (...args: readonly string[]) => {
      if (!existsSync(join(root, '.git'))) return '';
      return (await run('git', ['-C', root, ...args], { maxBuffer: 16 * 1024 ** 2 })).stdout;
    },
  };
}
