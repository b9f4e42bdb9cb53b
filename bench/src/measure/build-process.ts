import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildRemote, buildShell } from '@kinmel/tooling/webpack';

/** Builds what the arguments name (`shell`, or a remote with its folder) and prints the processor time in milliseconds. */
const folder = await mkdtemp(join(tmpdir(), 'kinmel-build-'));
const hashes: string[] = [];
try {
  for (const target of process.argv.slice(2)) {
    const [name = '', packageFolder] = target.split('=');
    const built =
      name === 'shell'
        ? await buildShell({ shellsFolder: folder })
        : await buildRemote(name, {
            remotesFolder: folder,
            ...(packageFolder ? { folder: packageFolder } : {}),
          });
    hashes.push(built.build.version);
  }
} finally {
  await rm(folder, { recursive: true });
}
const { user, system } = process.cpuUsage();
console.log(JSON.stringify({ cpuMs: (user + system) / 1000, hashes }));
