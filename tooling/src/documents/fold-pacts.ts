import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Formats a contract with one interaction per line, so that a change of an interaction is a change of one line. */
export function foldedPact(text: string): string {
  const { interactions, ...otherFields } = JSON.parse(text) as { readonly interactions: readonly object[] };
  const lines = interactions.map((interaction) => JSON.stringify(interaction)).join(',\n');
  return `${JSON.stringify(otherFields).slice(0, -1)},"interactions":[\n${lines}\n]}\n`;
}

/** The contracts of a folder by file name. */
export async function readPacts(folder: string): Promise<Map<string, string>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)),
  );
}

/**
 * Formats the contracts of a folder, which the tests write with indentation, and returns the names of those that differ
 * from `pactsBefore`.
 */
export async function foldPacts(
  folder: string,
  pactsBefore: ReadonlyMap<string, string> = new Map(),
): Promise<string[]> {
  const changed: string[] = [];
  for (const [file, text] of await readPacts(folder)) {
    const folded = foldedPact(text);
    if (folded !== text) await writeFile(join(folder, file), folded);
    if (folded !== pactsBefore.get(file)) changed.push(file);
  }
  return changed;
}
