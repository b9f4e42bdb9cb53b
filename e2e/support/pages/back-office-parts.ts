import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StackPart } from '../stack/stack-control.ts';

/** How the back office behaves while one service is down. */
export interface Row {
  readonly stopped: StackPart;
  readonly failingPages: readonly { readonly page: string; readonly text: RegExp }[];
  readonly workingPages: readonly string[];
}

/** Parses `"One text" or "another"`. */
const anyOf = (texts: string) =>
  new RegExp([...texts.matchAll(/"([^"]+)"/g)].map(([, text = '']) => RegExp.escape(text)).join('|'));

/** Reads the table from the README of mfe-admin, so that the tests follow it. */
function tableOf(readme: string): readonly Row[] {
  const lines = readme.slice(readme.indexOf('| Stopped |')).split('\n').slice(2);
  const rows = lines.slice(
    0,
    lines.findIndex((line) => !line.startsWith('|')),
  );
  return rows.map((line) => {
    const [stopped = '', failingPages = '', workingPages = ''] = line
      .split('|')
      .slice(1)
      .map((cell) => cell.trim());
    return {
      stopped: stopped as StackPart,
      failingPages: [...failingPages.matchAll(/([A-Z][\w ]+) \(("[^"]+"(?: or "[^"]+")*)\)/g)].map(
        ([, page = '', texts = '']) => ({ page, text: anyOf(texts) }),
      ),
      workingPages: workingPages.split(', '),
    };
  });
}

export const backOfficeParts = (): readonly Row[] =>
  tableOf(readFileSync(join(import.meta.dirname, '../../../mfe-admin/README.md'), 'utf8'));
