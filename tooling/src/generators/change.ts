import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A file that a generator makes, or a file that it adds something to. Paths are relative to the repository. */
export type Change =
  | { kind: 'create'; path: string; text: string }
  | { kind: 'edit'; path: string; edit: (text: string) => string };

/** Says what is wrong with the words of a `npm run new` call, and what would be right. */
export class UsageError extends Error {}

/**
 * Writes all changes or none: every file to create must be new and every edit must find its anchor before
 * anything is written.
 * @returns the paths that were written
 */
export async function applyChanges(repository: string, changes: readonly Change[]): Promise<string[]> {
  const texts = new Map<string, string>();
  for (const change of changes) {
    const path = join(repository, change.path);
    if (change.kind === 'create') {
      const exists = await access(path).then(
        () => true,
        () => false,
      );
      if (exists) throw new UsageError(`${change.path} is there already; nothing was written.`);
      texts.set(path, change.text);
    } else {
      const before = texts.get(path) ?? (await readFile(path, 'utf8'));
      const after = change.edit(before);
      if (after === before)
        throw new UsageError(`${change.path} has no anchor for the change; nothing was written.`);
      texts.set(path, after);
    }
  }
  for (const [path, text] of texts) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  return [...texts.keys()];
}

/** Puts a line before the line that holds `marker`, with the marker's indentation. */
export const insertBefore = (marker: string, line: string) => (text: string) =>
  text.replace(
    new RegExp(`^([ \\t]*)(?=.*${RegExp.escape(marker)})`, 'm'),
    (indent) => `${indent}${line}\n${indent}`,
  );

/** Puts a line after the last one that `lines` finds; without one the text stays as it is. */
export const insertAfterLast = (lines: RegExp, line: string) => (text: string) => {
  const last = [...text.matchAll(lines)].at(-1);
  if (last === undefined) return text;
  const end = last.index + last[0].length;
  return `${text.slice(0, end)}\n${line}${text.slice(end)}`;
};

/** Adds an import of each name that no import of the file brings; the formatter joins and sorts them. */
export const withImports = (
  text: string,
  imports: readonly (readonly [name: string, from: string])[],
): string => {
  const there = [...text.matchAll(/^import [\s\S]*? from '[^']+';/gm)].join('\n');
  const missing = imports.filter(([name]) => !new RegExp(`\\b${name}\\b`).test(there));
  return missing.map(([name, from]) => `import { ${name} } from '${from}';\n`).join('') + text;
};

/** What a file of contracts needs for the definitions that generators write into it. */
export const contractImports = [
  ['z', 'zod'],
  ['defineEndpoint', '../endpoint.ts'],
  ['answerOf', '../primitives.ts'],
] as const;
