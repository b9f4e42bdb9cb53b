import { spawnSync } from 'node:child_process';
import { join, relative } from 'node:path';
import { applyChanges, UsageError } from './change.ts';
import { generate, usage } from './generate.ts';

const repository = join(import.meta.dirname, '../../..');
const words = process.argv.slice(2);
const [kind = '', name = ''] = words;

if (kind === '--help') {
  console.log(usage);
  process.exit(0);
}
try {
  const paths = await applyChanges(
    repository,
    await generate(repository, words, new Date().toISOString().slice(0, 10)),
  );
  const code = paths.filter((path) => /\.(js|json|ts|tsx)$/.test(path));
  if (code.length > 0) {
    spawnSync(join(repository, 'node_modules/.bin/biome'), ['check', '--write', ...code], {
      cwd: repository,
      stdio: 'ignore',
    });
  }
  for (const path of paths) console.log(relative(repository, path));
  const hasContracts =
    ['service', 'endpoint', 'event'].includes(kind) || (kind === 'feature' && !name.startsWith('mfe-'));
  const next = [
    ...(['service', 'remote'].includes(kind) ? ['npm install (links the new workspace)'] : []),
    ...(hasContracts ? ['npm run documents (the API or event pages)'] : []),
    ...(kind === 'decision' ? ['npm run documents (the index of the decisions)'] : []),
    'npm run check',
  ];
  const page =
    kind === 'decision' ? 'record-a-decision' : `add-${/^[aeiou]/.test(kind) ? 'an' : 'a'}-${kind}`;
  console.log(`\nNext: ${next.join(', ')}.\nWhat is left to write: docs/how-to/${page}.md`);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
