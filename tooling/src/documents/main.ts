import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { generatedDocuments } from './documents.ts';

const repository = join(import.meta.dirname, '../../..');
for (const [path, text] of generatedDocuments()) {
  await mkdir(dirname(join(repository, path)), { recursive: true });
  await writeFile(join(repository, path), text);
  console.log(`wrote ${path}`);
}
