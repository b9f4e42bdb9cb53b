import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type AreaCoverage,
  coverageByArea,
  doneAreas,
  explainedRows,
  quotedIds,
  readRows,
  testNames,
} from './requirements.ts';

const repository = join(import.meta.dirname, '../../..');

/** The folders that hold tests, journeys included. */
const testFiles = '{packages,gateway,render,services,shell,mfe-*,tooling,e2e}/**/*.{test,journey}.{ts,tsx}';

/** Reads the checklist, every test's name and `docs/coverage.md` of this repository. */
export async function repositoryCoverage(): Promise<{
  areas: AreaCoverage[];
  done: Map<string, number>;
  rowCount: number;
  withoutPlace: string[];
}> {
  const rows = readRows(await readFile(join(repository, 'docs/requirements/requirements.md'), 'utf8'));
  const coverageDocument = await readFile(join(repository, 'docs/coverage.md'), 'utf8');
  const tested = new Set<string>();
  const files = glob(testFiles, { cwd: repository, exclude: (path) => path === 'node_modules' });
  for await (const file of files) {
    if (file.includes('node_modules') || file.startsWith('tooling/src/requirements/')) continue;
    for (const name of testNames(await readFile(join(repository, file), 'utf8'))) {
      for (const id of quotedIds(name)) tested.add(id);
    }
  }
  const explained = explainedRows(coverageDocument, (path) => existsSync(join(repository, path)));
  return {
    areas: coverageByArea(rows, tested, explained.rows),
    done: doneAreas(coverageDocument),
    rowCount: rows.length,
    withoutPlace: explained.withoutPlace,
  };
}
