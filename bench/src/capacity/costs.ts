import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const costByPart = z.record(z.string(), z.number().nonnegative());

const costsSchema = z.strictObject({
  measuredOn: z.iso.date(),
  /** Milliseconds of a core, by part: a process, `database` or `broker`. */
  order: costByPart,
  /** The first HTML of a page, from the cache of the gateway. */
  page: costByPart,
  /** A request of a page for data. */
  read: costByPart,
  /** Memory of an instance after load. */
  megabytes: costByPart,
  /** Bytes that an order adds to each collection. */
  stored: z.array(
    z.strictObject({
      collection: z.string(),
      bytes: z.number().nonnegative(),
      /** Undefined when documents never expire. */
      keptDays: z.number().positive().optional(),
    }),
  ),
});

/** What a shop of one instance of each part needs for its work, as `npm run bench -- --write` measured it. */
export type Costs = z.output<typeof costsSchema>;

const file = join(import.meta.dirname, '../../figures.json');

export const readCosts = async (): Promise<Costs> =>
  costsSchema.parse(JSON.parse(await readFile(file, 'utf8')));

export const writeCosts = (costs: Costs): Promise<void> =>
  writeFile(file, `${JSON.stringify(costs, null, 2)}\n`);
