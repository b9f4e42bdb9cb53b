import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A file to create or to edit. Paths are relative to the repository. */
export type Change =
  | { kind: 'create'; path: string; text: string; mode?: number }
  | { kind: 'edit'; path: string; edit: (text: string) => string };

export const create = (path: string, text: string, mode?: number): Change => ({
  kind: 'create',
  path,
  text,
  mode,
});

export const edit = (path: string, change: (text: string) => string): Change => ({
  kind: 'edit',
  path,
  edit: change,
});

/** An invalid call of `npm run new`; the message explains its usage. */
export class UsageError extends Error {}

/**
 * Writes all changes or none: every file to create must be new and every edit must change its file.
 * @returns the written paths
 */
export async function applyChanges(repository: string, changes: readonly Change[]): Promise<string[]> {
  const texts = new Map<string, string>();
  const modes = new Map<string, number | undefined>();
  for (const change of changes) {
    const path = join(repository, change.path);
    if (change.kind === 'create') {
      if (existsSync(path)) throw new UsageError(`${change.path} is there already; nothing was written.`);
      texts.set(path, change.text);
      modes.set(path, change.mode);
    } else {
      const textBefore = texts.get(path) ?? (await readFile(path, 'utf8'));
      const textAfter = change.edit(textBefore);
      if (textAfter === textBefore)
        throw new UsageError(`${change.path} has no anchor for the change; nothing was written.`);
      texts.set(path, textAfter);
    }
  }
  for (const [path, text] of texts) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text, { mode: modes.get(path) });
  }
  return [...texts.keys()];
}

/** Inserts a line before the line that contains `marker`, with its indentation. */
export const insertBefore = (marker: string, line: string) => (text: string) =>
  text.replace(
    new RegExp(`^([ \\t]*)(?=.*${RegExp.escape(marker)})`, 'm'),
    (indent) => `${indent}${line}\n${indent}`,
  );

/** Inserts a line after the last match of `lines`; without a match the text is unchanged. */
export const insertAfterLast = (lines: RegExp, line: string) => (text: string) => {
  const last = [...text.matchAll(lines)].at(-1);
  if (last === undefined) return text;
  const end = last.index + last[0].length;
  return `${text.slice(0, end)}\n${line}${text.slice(end)}`;
};

/** Adds imports of names that the file does not import yet; the formatter joins and sorts them. */
export const withImports = (
  text: string,
  imports: readonly (readonly [name: string, from: string])[],
): string => {
  const existingImports = [...text.matchAll(/^import [\s\S]*? from '[^']+';/gm)].join('\n');
  const missing = imports.filter(([name]) => {
    const word = new RegExp(`\\b${name}\\b`);
    return word.test(text) && !word.test(existingImports);
  });
  return missing.map(([name, from]) => `import { ${name} } from '${from}';\n`).join('') + text;
};

/** Adds generated definitions to the imports of a contracts file. */
export const contractImports = [
  ['z', 'zod'],
  ['ownedBy', '../endpoint.ts'],
  ['forStaff', '../endpoint.ts'],
  ['answerOf', '../primitives.ts'],
] as const;
