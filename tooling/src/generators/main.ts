import { spawnSync } from 'node:child_process';
import { join, relative } from 'node:path';
import { applyChanges, UsageError } from './change.ts';
import { generate } from './generate.ts';

const repository = join(import.meta.dirname, '../../..');
const words = process.argv.slice(2);

try {
  const paths = await applyChanges(
    repository,
    await generate(repository, words, new Date().toISOString().slice(0, 10)),
  );
  const code = paths.filter((path) => /\.(ts|tsx|json)$/.test(path));
  if (code.length > 0) {
    spawnSync(join(repository, 'node_modules/.bin/biome'), ['check', '--write', ...code], {
      cwd: repository,
      stdio: 'ignore',
    });
  }
  for (const path of paths) console.log(relative(repository, path));
  const next = [
    ...(['service', 'remote'].includes(words[0] ?? '') ? ['npm install (links the new workspace)'] : []),
    ...(['service', 'feature', 'event'].includes(words[0] ?? '')
      ? ['npm run documents (the API or event pages)']
      : []),
    'npm run check',
  ];
  console.log(`\nNext: ${next.join(', ')}.`);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
