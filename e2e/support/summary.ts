import { appendFileSync } from 'node:fs';

/** Adds a line to the summary of `npm test`. */
export function showInSummary(line: string): void {
  const file = process.env.KINMEL_E2E_SHOWN_FILE;
  if (file) appendFileSync(file, `${line.trimEnd()}\n`);
}
