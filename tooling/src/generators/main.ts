import { spawnSync } from 'node:child_process';
import { join, relative, resolve } from 'node:path';
import { readCommandLine } from '../bootstrap/command-line.ts';
import { packForRemotes } from '../outside/pack.ts';
import { applyChanges, UsageError } from './change.ts';
import { generate, usage } from './generate.ts';

const repository = join(import.meta.dirname, '../../..');
const { positionals: words, values } = readCommandLine(usage, {
  allowPositionals: true,
  options: { outside: { type: 'string' } },
});
const [kind = '', name = ''] = words;
const { outside } = values;

try {
  const changes = await generate(repository, words, outside);
  const paths = await applyChanges(outside ?? repository, changes);
  if (outside !== undefined) await packForRemotes(resolve(outside, 'vendor'));
  const code = paths.filter((path) => /\.(js|json|ts|tsx)$/.test(path));
  if (code.length > 0) {
    spawnSync(join(repository, 'node_modules/.bin/biome'), ['check', '--write', ...code], {
      cwd: repository,
      stdio: 'ignore',
    });
  }
  for (const path of paths) console.log(relative(outside ?? repository, path));
  const isPage = kind === 'feature' && name.startsWith('mfe-');
  const next = [
    ...(kind === 'remote' ? ['npm install (links the new workspace)'] : []),
    ...(isPage ? [] : ['npm run documents (pages of the API and of events, owners, workflows)']),
    'npm run check',
  ];
  const page = `add-${/^[aeiou]/.test(kind) ? 'an' : 'a'}-${kind}`;
  console.log(
    outside === undefined
      ? `\nNext: ${next.join(', ')}.\nWhat is left to write: docs/how-to/${page}.md`
      : `\nNext: npm install and npm test in ${outside}.\nWhat is left to do: docs/how-to/ship-on-a-monday.md`,
  );
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
