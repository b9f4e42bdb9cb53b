import type { Costs } from './costs.ts';

export interface Load {
  readonly ordersPerDay: number;
  readonly visitorsPerDay: number;
  /** Load of the busiest second relative to the mean of a day. */
  readonly peak: number;
  /** Cores of the machine with the primary of the database, and of one with a node of the broker. */
  readonly serverCores: number;
}

export interface PartPlan {
  readonly part: string;
  readonly instances: number;
  /** Used by all instances in the busiest second. */
  readonly cores: number;
  readonly megabytes: number;
  /** The multiple of the load at which this part is exhausted. */
  readonly exhaustedAt: number;
}

export interface Plan {
  /** Sorted by the load at which they are exhausted, lowest first. */
  readonly parts: readonly PartPlan[];
  readonly cores: number;
  readonly megabytes: number;
  /** Disk of each member of the database after a year. */
  readonly gigabytes: number;
}

/** Requests of one visit: full page loads, and requests of these pages for data. */
export const visit = { pages: 2, reads: 8 };

/** Three members, because they elect a leader and one may be down. More members do not increase the write capacity. */
const servers = { names: ['database', 'broker'], instances: 3 };

/** JavaScript runs on one core. Beyond this share of it, requests queue noticeably. */
const busyShare = 0.6;
/** Two, so that one can fail or restart. */
const minInstances = 2;

const daySeconds = 24 * 60 * 60;
const yearDays = 365;

/** Instances, cores, memory and disk for a load, and what it can grow to. */
export function planFor(load: Load, costs: Costs): Plan {
  const { ordersPerDay, visitorsPerDay, peak, serverCores } = load;
  const perSecond = (perDay: number) => (perDay * peak) / daySeconds;
  const coresOf = (part: string) => {
    const visitMs = visit.pages * (costs.page[part] ?? 0) + visit.reads * (costs.read[part] ?? 0);
    return (perSecond(ordersPerDay) * (costs.order[part] ?? 0) + perSecond(visitorsPerDay) * visitMs) / 1000;
  };
  const parts = Object.entries(costs.megabytes).map(([part, megabytes]): PartPlan => {
    const cores = coresOf(part);
    const isServer = servers.names.includes(part);
    const instances = isServer ? servers.instances : Math.max(minInstances, Math.ceil(cores / busyShare));
    return {
      part,
      instances,
      cores,
      megabytes: instances * megabytes,
      exhaustedAt: (isServer ? serverCores : instances) / cores,
    };
  });
  const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
  const bytesOfOrders = costs.stored.map(
    ({ bytes, keptDays = yearDays }) => bytes * ordersPerDay * Math.min(keptDays, yearDays),
  );
  return {
    parts: parts.toSorted((a, b) => a.exhaustedAt - b.exhaustedAt),
    cores: sumOf(parts.map(({ cores }) => cores)),
    megabytes: sumOf(parts.map(({ megabytes }) => megabytes)),
    gigabytes: sumOf(bytesOfOrders) / 1e9,
  };
}

const isServer = ({ part }: PartPlan) => servers.names.includes(part);
const factorText = (factor: number) =>
  factor < 10 ? factor.toFixed(1) : Math.floor(factor).toLocaleString('en');
const loadText = (load: Load, factor: number) => {
  const number = (value: number) => Math.floor(value * factor).toLocaleString('en');
  return `${factorText(factor)} times this load: ${number(load.ordersPerDay)} orders and ${number(load.visitorsPerDay)} visitors a day`;
};

/** Formats the plan as text. */
export function linesOf(load: Load, plan: Plan): string[] {
  const row = (...cells: readonly (string | number)[]) =>
    cells.map((cell, index) => (index === 0 ? String(cell).padEnd(16) : String(cell).padStart(12))).join('');
  const [first, ...otherParts] = plan.parts.filter(({ exhaustedAt }) => Number.isFinite(exhaustedAt));
  const server = [first, ...otherParts].find((part) => part !== undefined && isServer(part));
  const count = (number: number) => number.toLocaleString('en');
  return [
    `${count(load.ordersPerDay)} orders and ${count(load.visitorsPerDay)} visitors a day, in the busiest second ${load.peak} times as many as on average`,
    '',
    row('', 'instances', 'cores busy', 'memory MB', 'ends at'),
    ...plan.parts.map(({ part, instances, cores, megabytes, exhaustedAt }) =>
      row(
        part,
        instances,
        cores.toFixed(3),
        megabytes.toFixed(0),
        Number.isFinite(exhaustedAt) ? `${factorText(exhaustedAt)} x` : '-',
      ),
    ),
    row(
      'together',
      plan.parts.reduce((sum, { instances }) => sum + instances, 0),
      plan.cores.toFixed(3),
      plan.megabytes.toFixed(0),
    ),
    '',
    `Disk after a year: ${plan.gigabytes.toFixed(2)} GB of orders, on each of three members, and once in each copy; pictures beside it.`,
    ...(first === undefined || isServer(first)
      ? []
      : [
          `Ends first: ${first.part}, at ${loadText(load, first.exhaustedAt)}. More instances of it move that.`,
        ]),
    ...(server === undefined
      ? []
      : [
          `Ends last: ${server.part}, with ${load.serverCores} cores at ${loadText(load, server.exhaustedAt)}. Then: docs/sharding.md.`,
        ]),
  ];
}
