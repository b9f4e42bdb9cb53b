// Builds the shell or one remote in its own process, so that webpack's memory is freed and two builds run in parallel.
import { writeFileSync } from 'node:fs';
import { buildRemote } from '../../webpack/build-remote.ts';
import { buildShell } from '../../webpack/build-shell.ts';

const [target = '', folder = '', resultFile = ''] = process.argv.slice(2);
const { build } =
  target === 'shell'
    ? await buildShell({ shellsFolder: folder })
    : await buildRemote(target, { remotesFolder: folder });
writeFileSync(resultFile, build.version);
