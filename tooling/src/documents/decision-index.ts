import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const head = `# Decisions

Written by \`npm run documents\` from the first lines of each page. Which choices others stand on, and which of them still hold:
[how to record one](../how-to/record-a-decision.md).

| Decision | Date | State |
| --- | --- | --- |
`;

/** Links of a page work in the index too: both are in one folder. */
function row(file: string, text: string): string {
  const title = /^# (\d+\. .+)$/m.exec(text)?.[1];
  const [, date, state] = /^Date: (\d{4}-\d{2}-\d{2})\. State: (.+)$/m.exec(text) ?? [];
  if (!title || !date || !state)
    throw new Error(`docs/decisions/${file} begins with no title, date and state`);
  return `| [${title}](${file}) | ${date} | ${state.replace(/\.$/, '')} |\n`;
}

/**
 * Content of `docs/decisions/README.md`.
 * @throws Error when a page does not begin with title, date and state, or has the number of another one
 */
export function decisionIndex(repository: string): string {
  const folder = join(repository, 'docs/decisions');
  const pages = readdirSync(folder)
    .filter((file) => /^\d{4}-/.test(file))
    .toSorted();
  const twice = pages.find((file, index) => file.slice(0, 4) === pages[index - 1]?.slice(0, 4));
  if (twice) throw new Error(`docs/decisions/${twice} has the number of another decision`);
  return head + pages.map((file) => row(file, readFileSync(join(folder, file), 'utf8'))).join('');
}
