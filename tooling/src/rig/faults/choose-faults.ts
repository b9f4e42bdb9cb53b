import { createRandom } from '../../explorer/simulation/random.ts';

export const faultKinds = ['kill', 'freeze', 'partition', 'clock', 'disk'] as const;
export type FaultKind = (typeof faultKinds)[number];

export interface Fault {
  readonly kind: FaultKind;
  /** An instance or a member, such as `order-2`. */
  readonly part: string;
  /** For a partition of a service: what it cannot reach. A partitioned server is unreachable for all services. */
  readonly from: 'database' | 'broker' | 'others';
  readonly clockMs: number;
}

const hourMs = 3_600_000;

/** The part of an instance: `order` of `order-2`. */
export const partOf = (instance: string): string => instance.replace(/-\d+$/, '');

const noPreloadReason = 'its permissions allow no files except its own';
const systemClockReason = 'it takes its time from the system';
const noFilesReason = 'it writes no file';

/** Faults that do not apply to a part, with the reason. */
export const lacks: Readonly<Record<string, Partial<Record<FaultKind, string>>>> = {
  render: { partition: noPreloadReason, clock: noPreloadReason, disk: noFilesReason },
  database: { clock: systemClockReason },
  broker: { clock: systemClockReason },
  gateway: { disk: 'it stores reports and releases, which orders do not touch' },
  balancer: { partition: 'it runs no program of ours', clock: systemClockReason, disk: noFilesReason },
  offer: { disk: noFilesReason },
  notification: { disk: noFilesReason },
};

/**
 * An endless sequence of faults. Each round has every kind of fault at every kind of process once, in an order and on
 * instances that the seed chooses.
 */
export function* chooseFaults(
  seed: number,
  instances: readonly string[],
  kinds: readonly FaultKind[] = faultKinds,
): Generator<Fault, never> {
  const random = createRandom(seed);
  const parts = [...Map.groupBy(instances, partOf)];
  if (parts.length === 0) throw new Error('There is nothing to disturb.');
  for (;;) {
    const round = parts.flatMap(([part, members]) =>
      kinds
        .filter((kind) => lacks[part]?.[kind] === undefined)
        .map((kind) => ({ kind, members, order: random.next() })),
    );
    for (const { kind, members } of round.toSorted((left, right) => left.order - right.order))
      yield {
        kind,
        part: random.pick(members),
        from: random.pick(['database', 'broker', 'others']),
        clockMs: random.pick([hourMs, -hourMs]),
      };
  }
}

export const inWords = ({ kind, part, from, clockMs }: Fault): string => {
  const unreachableText = {
    database: `no process reaches ${part}`,
    // The nodes share one address, so clients cannot be cut off from a single one.
    broker: 'no process reaches the broker',
  }[partOf(part)];
  return {
    kill: `${part} is killed`,
    freeze: `${part} is frozen past its leases`,
    partition: unreachableText ?? `${part} reaches no ${from === 'others' ? 'other process' : from}`,
    clock: `${part} is an hour ${clockMs > 0 ? 'ahead' : 'behind'}`,
    disk: `${part} has a full disk`,
  }[kind];
};
