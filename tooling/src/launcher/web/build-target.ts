// Builds the shell or one remote in a process of its own: webpack's memory goes back afterwards, and two run side by side.
import { writeFileSync } from 'node:fs';
import { buildRemote, buildShell } from '../../webpack/index.ts';

const [target = '', folder = '', resultFile = ''] = process.argv.slice(2);
const { build } =
  target === 'shell'
    ? await buildShell({ shellsFolder: folder })
    : await buildRemote(target, { remotesFolder: folder });
writeFileSync(resultFile, build.version);
