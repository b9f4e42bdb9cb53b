import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Figure, lineOf } from './measure/figure.ts';

const page = join(import.meta.dirname, '../../docs/performance.md');
const lastRow = /(\n\| \d[^\n]*\n)(?!\| \d)/;

/** Replaces the measured rows of the table, keeps the others and appends new ones. */
export function withFigures(before: string, figures: readonly Figure[]): string {
  return figures.reduce((text, figure) => {
    const line = lineOf(figure);
    const lines = text.split('\n');
    const index = lines.findIndex((existingLine) => existingLine.startsWith(`| ${figure.row} | `));
    return index === -1
      ? text.replace(lastRow, (row) => `${row}${line}\n`)
      : lines.with(index, line).join('\n');
  }, before);
}

export async function writePerformancePage(figures: readonly Figure[]): Promise<void> {
  await writeFile(page, withFigures(await readFile(page, 'utf8'), figures));
}
