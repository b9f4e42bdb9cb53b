import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const header = `# Decisions

Written by \`npm run documents\` from the first lines of each page: the choices that others stand on, by area.
[How to record one](../how-to/record-a-decision.md).
`;

/** Relative links of a page also work in the index, because both are in the same folder. */
function entryOf(file: string, text: string) {
  const title = /^# (\d+\. .+)$/m.exec(text)?.[1];
  const [, area, date, state] = /^Area: (.+?)\. Date: (\d{4}-\d{2}-\d{2})\. State: (.+)$/m.exec(text) ?? [];
  if (!title || !area || !date || !state)
    throw new Error(`docs/decisions/${file} begins with no title, area, date and state`);
  return { area, row: `| [${title}](${file}) | ${date} | ${state.replace(/\.$/, '')} |\n` };
}

/**
 * Content of `docs/decisions/README.md`.
 * @throws Error when a page does not begin with title, area, date and state, or has the number of another one
 */
export function decisionIndex(repository: string): string {
  const folder = join(repository, 'docs/decisions');
  const pages = readdirSync(folder)
    .filter((file) => /^\d{4}-/.test(file))
    .toSorted();
  const duplicate = pages.find((file, index) => file.slice(0, 4) === pages[index - 1]?.slice(0, 4));
  if (duplicate) throw new Error(`docs/decisions/${duplicate} has the number of another decision`);
  const entries = pages.map((file) => entryOf(file, readFileSync(join(folder, file), 'utf8')));
  const areas = Object.entries(Object.groupBy(entries, ({ area }) => area)).toSorted(([one], [other]) =>
    one.localeCompare(other),
  );
  return areas.reduce(
    (text, [area, rows = []]) =>
      `${text}\n## ${area}\n\n| Decision | Date | State |\n| --- | --- | --- |\n${rows.map(({ row }) => row).join('')}`,
    header,
  );
}
