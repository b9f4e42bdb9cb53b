import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readCommandLine } from '../bootstrap/command-line.ts';
import { generatedDocuments } from './documents.ts';

readCommandLine('npm run documents\n\nWrites docs/api and docs/events from the contracts.', {});
const repository = join(import.meta.dirname, '../../..');
for (const [path, text] of generatedDocuments()) {
  await mkdir(dirname(join(repository, path)), { recursive: true });
  await writeFile(join(repository, path), text);
  console.log(`wrote ${path}`);
}
