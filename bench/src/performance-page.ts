import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { type Figure, verdictOf } from './measure/figure.ts';
import { notYet } from './rows/not-yet.ts';

const page = join(import.meta.dirname, '../../docs/performance.md');

const number = (value: number | undefined) =>
  value === undefined ? '' : String(Number(value.toPrecision(3)));

/** Writes `docs/performance.md`: counts first, then ratios, each with its gate and goal. */
export async function writePerformancePage(figures: readonly Figure[], products: number): Promise<void> {
  const table = (rows: readonly Figure[]) =>
    [
      '| Row | Figure | Unit | Gate | Goal | Reached | Remark |',
      '| --- | ---: | --- | ---: | ---: | --- | --- |',
      ...rows.map(
        (figure) =>
          `| ${figure.row} | ${number(figure.value)} | ${figure.unit} | ${number(figure.gate)} | ${number(figure.goal)} | ${verdictOf(figure)} | ${figure.remark} |`,
      ),
    ].join('\n');
  const exact = figures.filter((figure) => figure.isExact);
  const ratios = figures.filter((figure) => !figure.isExact);
  await writeFile(
    page,
    `# Performance

Written by \`npm run bench -- --write\`; do not edit. Counts are exact and fail the build (\`npm test\`). Ratios are processor time
for each answer over that of a bare \`node:http\` process that answers the same bytes, measured in turn in the same run; they hold on a
busy machine, absolute times do not. ${products} products, ${cpus().length} cores, Node ${process.versions.node}.

## Counts

${table(exact)}

## Ratios

${table(ratios)}

## Lighthouse

Mobile preset, taken by hand on 2026-11-23 (12.8.2 from the registry, one run each, machine at a load of 6 to 10); a bench run does not repeat it.

| Page | Performance | First paint | Largest paint | Blocking time | Layout shift |
| --- | ---: | ---: | ---: | ---: | ---: |
| / | 93 | 915 ms | 2738 ms | 187 ms | 0 |
| /smartphone | 96 | 907 ms | 2574 ms | 112 ms | 0 |
| /productdetails | 97 | 975 ms | 2659 ms | 32 ms | 0 |

## Not yet

Rows of the plan that nothing measures so far.

| Row | What it will say | What holds today |
| --- | --- | --- |
${notYet.map(({ row, says, today }) => `| ${row} | ${says} | ${today} |`).join('\n')}
`,
  );
}
