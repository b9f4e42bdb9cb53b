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

## Not yet

Rows of the plan that nothing measures so far.

| Row | What it will say | What holds today |
| --- | --- | --- |
${notYet.map(({ row, says, today }) => `| ${row} | ${says} | ${today} |`).join('\n')}
`,
  );
}
