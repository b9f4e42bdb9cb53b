import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readCommandLine } from '../bootstrap/command-line.ts';
import { exportDocuments } from '../exports/export-documents.ts';
import { generatedDocuments } from './documents.ts';

readCommandLine(
  'npm run documents\n\nWrites docs/api and docs/events from the contracts, and docs/exports from web-kit, contracts and ui.',
  {},
);
const repository = join(import.meta.dirname, '../../..');
for (const [path, text] of [...generatedDocuments(), ...(await exportDocuments(repository))]) {
  await mkdir(dirname(join(repository, path)), { recursive: true });
  await writeFile(join(repository, path), text);
  console.log(`wrote ${path}`);
}
