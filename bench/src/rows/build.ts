import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkoutFolder } from '@kinmel/tooling/stack';
import type { Figure } from '../measure/figure.ts';

async function buildOf(targets: readonly string[]): Promise<{ cpuMs: number; hashes: string[] }> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, '../measure/build-process.ts'), ...targets],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as { cpuMs: number; hashes: string[] };
}

/** Row 17: processor time of clean production builds over that of a remote with one page and one widget. */
export async function build(): Promise<Figure[]> {
  const remotes = (await readdir(checkoutFolder)).filter((name) => name.startsWith('mfe-'));
  const tiny = `mfe-tiny=${join(checkoutFolder, 'tooling/src/webpack/testing/mfe-tiny')}`;
  const pair = await buildOf(['shell', tiny]);
  const all = await buildOf(['shell', ...remotes]);
  const one = await buildOf(['mfe-catalog']);
  const again = await buildOf(['mfe-catalog']);
  return [
    {
      row: '17 clean build of shell and remotes',
      value: all.cpuMs / pair.cpuMs,
      unit: 'ratio',
      gate: 8,
      goal: 3,
      isExact: false,
      remark: `${(all.cpuMs / 1000).toFixed(1)} s of processor time over ${(pair.cpuMs / 1000).toFixed(1)} s for the shell and a tiny remote`,
    },
    {
      row: '17 build of one remote',
      value: one.cpuMs / pair.cpuMs,
      unit: 'ratio',
      gate: 1,
      goal: 0.2,
      isExact: false,
      remark: `mfe-catalog alone, ${(one.cpuMs / 1000).toFixed(1)} s`,
    },
    {
      row: '17 builds of the same input that differ',
      value: one.hashes[0] === again.hashes[0] ? 0 : 1,
      unit: 'count',
      gate: 0,
      goal: 0,
      isExact: true,
      remark: 'version of mfe-catalog built twice',
    },
  ];
}
