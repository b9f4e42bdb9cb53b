import { readCommandLine, wholeNumberOption } from '@kinmel/tooling/command-line';
import { readCosts } from './costs.ts';
import { linesOf, planFor } from './plan.ts';

const help = `npm run capacity -- --orders <n> --visitors <n> [options]

Says how many instances, cores, memory and disk a shop needs for a day's orders and visitors, and which part is exhausted first, at which load. It
calculates from the processor times of bench/figures.json, which npm run bench -- --only capacity --write measures.

  --orders <n>        orders a day (100)
  --visitors <n>      visitors a day (5000)
  --peak <n>          how many times the mean of a day the busiest second has (10)
  --server-cores <n>  cores of the machine of the database, and of the broker (8)
`;

const { values } = readCommandLine(help, {
  options: {
    orders: { type: 'string', default: '100' },
    visitors: { type: 'string', default: '5000' },
    peak: { type: 'string', default: '10' },
    'server-cores': { type: 'string', default: '8' },
  },
});
const load = {
  ordersPerDay: wholeNumberOption(help, 'orders', values.orders),
  visitorsPerDay: wholeNumberOption(help, 'visitors', values.visitors),
  peak: wholeNumberOption(help, 'peak', values.peak, 1),
  serverCores: wholeNumberOption(help, 'server-cores', values['server-cores'], 1),
};
const costs = await readCosts();
process.stdout.write(
  `${linesOf(load, planFor(load, costs)).join('\n')}\nFigures of ${costs.measuredOn} (bench/figures.json).\n`,
);
