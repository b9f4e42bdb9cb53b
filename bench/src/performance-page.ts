import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { type Figure, verdictOf } from './measure/figure.ts';

const page = join(import.meta.dirname, '../../docs/performance.md');

const number = (value: number | undefined) =>
  value === undefined ? '' : String(Number(value.toPrecision(3)));

const lineOf = (figure: Figure) =>
  `| ${figure.row} | ${number(figure.value)} | ${figure.unit} | ${number(figure.gate)} | ${number(figure.goal)} | ${verdictOf(figure)} | ${figure.remark} |`;

/** The lines of a table of the page as it stands, by the name of their figure. */
function linesUnder(page: string, heading: string): Map<string, string> {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  const lines = section.split('\n## ', 1)[0]?.split('\n') ?? [];
  return new Map(
    lines.filter((line) => /^\| \d/.test(line)).map((line) => [line.slice(2).split(' | ', 1)[0] ?? '', line]),
  );
}

/**
 * The page with the figures of a run: counts first, then ratios, each with its gate and goal. A figure that the run did not
 * measure stays as it stood in the page `before`; a new one comes last.
 */
export function performancePage(before: string, figures: readonly Figure[], products: number): string {
  const table = (heading: string, measured: readonly Figure[]) => {
    const lines = linesUnder(before, heading);
    for (const figure of measured) lines.set(figure.row, lineOf(figure));
    return [
      '| Row | Figure | Unit | Gate | Goal | Reached | Remark |',
      '| --- | ---: | --- | ---: | ---: | --- | --- |',
      ...lines.values(),
    ].join('\n');
  };
  const exact = figures.filter((figure) => figure.isExact);
  const ratios = figures.filter((figure) => !figure.isExact);
  return `# Performance

Written by \`npm run bench -- --write\`; do not edit. Counts are exact and fail the build (\`npm test\`). Ratios are processor time
for each answer over that of a bare \`node:http\` process that answers the same bytes, measured in turn in the same run; they hold on a
busy machine, absolute times do not. ${products} products, ${cpus().length} cores, Node ${process.versions.node}.

## Counts

${table('Counts', exact)}

## Ratios

${table('Ratios', ratios)}

## Lighthouse

Mobile preset, taken by hand on 2026-11-23 (12.8.2 from the registry, a calm machine, the lower of two runs; of the list the only one that ended); a bench run does not repeat it.

| Page | Performance | First paint | Largest paint | Blocking time | Layout shift |
| --- | ---: | ---: | ---: | ---: | ---: |
| / | 95 | 972 ms | 2803 ms | 77 ms | 0 |
| /smartphone | 95 | 904 ms | 2640 ms | 157 ms | 0 |
| /productdetails | 97 | 948 ms | 2355 ms | 95 ms | 0 |
`;
}

/** Writes the figures of a run into `docs/performance.md`. */
export async function writePerformancePage(figures: readonly Figure[], products: number): Promise<void> {
  await writeFile(page, performancePage(await readFile(page, 'utf8'), figures, products));
}
