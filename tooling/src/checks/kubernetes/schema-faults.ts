import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Manifest } from './manifests.ts';

const repository = join(__dirname, '../../../..');

/** `networking.k8s.io/v1` is `kubernetes-types/networking/v1`, and `v1` is `core/v1`. */
const moduleOf = (apiVersion: string): string =>
  `kubernetes-types/${apiVersion.includes('/') ? apiVersion.replace(/\.k8s\.io\//, '/') : `core/${apiVersion}`}`;

/** Type errors of objects and patches against the types of the Kubernetes API: unknown fields, wrong types. */
export function schemaFaults(manifests: readonly Manifest[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'kinmel-manifests-'));
  try {
    symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
    const objects = manifests.map(
      (manifest, index) =>
        `export const object${index}: Part<import('${moduleOf(manifest.apiVersion)}').${manifest.kind}> = ` +
        `${JSON.stringify(manifest, undefined, 2)};`,
    );
    const part = 'type Part<T> = T extends object ? { [K in keyof T]?: Part<T[K]> } : T;';
    writeFileSync(join(folder, 'manifests.ts'), [part, ...objects].join('\n'));
    const { stdout, error } = spawnSync(
      process.execPath,
      [
        join(repository, 'node_modules/typescript/bin/tsc'),
        '--noEmit',
        '--strict',
        '--skipLibCheck',
        '--pretty',
        'false',
        '--module',
        'esnext',
        '--moduleResolution',
        'bundler',
        '--types',
        '',
        'manifests.ts',
      ],
      { cwd: folder, encoding: 'utf8', timeout: 60_000 },
    );
    if (error) throw error;
    return stdout.split('\n').filter((line) => line.includes('error TS'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
