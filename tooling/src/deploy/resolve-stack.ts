import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { readCommandLine, refuseCall } from '../bootstrap/command-line.ts';
import { remotesFolder, shellBuildsFolder } from '../webpack/paths.ts';
import { resolveStack } from '../webpack/resolve-stack.ts';

const usage = `npm run resolve-stack -- [file]         prints the error of a browser with the lines of the sources in the place of
                                        those of built files; without a file it reads what is typed or piped in`;

const { positionals } = readCommandLine(usage, { allowPositionals: true });
if (positionals.length > 1) refuseCall(usage, 'Name one file.');
const [file] = positionals;
const stack = file === undefined ? await text(process.stdin) : await readFile(file, 'utf8');
console.log(
  await resolveStack(stack.trimEnd(), { remotesFolder: remotesFolder(), shellsFolder: shellBuildsFolder() }),
);
