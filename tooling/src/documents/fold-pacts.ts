import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The same contract with one interaction on a line, so that a change of one is a change of one line. */
export function foldedPact(text: string): string {
  const { interactions, ...rest } = JSON.parse(text) as { readonly interactions: readonly object[] };
  const lines = interactions.map((each) => JSON.stringify(each)).join(',\n');
  return `${JSON.stringify(rest).slice(0, -1)},"interactions":[\n${lines}\n]}\n`;
}

/** Folds the contracts of a folder; the tests that write them indent them. */
export async function foldPacts(folder: string): Promise<void> {
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.json'))) {
    const text = await readFile(join(folder, file), 'utf8');
    const folded = foldedPact(text);
    if (folded !== text) await writeFile(join(folder, file), folded);
  }
}
