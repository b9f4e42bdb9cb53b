import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const repository = join(__dirname, '../../..');
const page = 'docs/requirements/hard-cases.md';
const read = (file: string) => readFileSync(join(repository, file), 'utf8');

it('every quoted hard case is in docs/requirements/hard-cases.md exactly once', () => {
  const listedCases = [...read(page).matchAll(/^\| ([A-Z]-\d{1,2}) \|/gm)].map(([, row = '']) => row);
  expect(new Set(listedCases).size).toBe(listedCases.length);
  const files = execFileSync('git', ['-C', repository, 'ls-files', '-co', '--exclude-standard', '-z'], {
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
    .split('\0')
    .filter((file) => /\.(ts|tsx|css|mjs|md)$/.test(file) && !file.startsWith('docs/requirements/'));
  const unlisted = files
    .filter((file) => existsSync(join(repository, file)))
    .flatMap((file) =>
      [...read(file).matchAll(/(?<![\w-])[A-Z]-\d{1,2}(?![\w-])/g)].map(([row]) => `${row} in ${file}`),
    )
    .filter((quote) => !listedCases.includes(quote.split(' ')[0] ?? ''));
  expect(unlisted).toEqual([]);
});
