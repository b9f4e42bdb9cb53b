import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readCommandLine } from '../bootstrap/command-line.ts';
import { generatedDocuments } from './documents.ts';

readCommandLine(
  'npm run documents\n\nWrites docs/api, docs/events from the contracts, the index of docs/decisions, and\n.github/CODEOWNERS from the owners of remotes and services.',
  {},
);
const repository = join(import.meta.dirname, '../../..');
for (const [path, text] of generatedDocuments(repository)) {
  await mkdir(dirname(join(repository, path)), { recursive: true });
  await writeFile(join(repository, path), text);
  console.log(`wrote ${path}`);
}
