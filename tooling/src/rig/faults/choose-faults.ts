import { createRandom } from '../../explorer/simulation/random.ts';

export const faultKinds = ['kill', 'freeze', 'partition', 'clock', 'disk'] as const;
export type FaultKind = (typeof faultKinds)[number];

export interface Fault {
  readonly kind: FaultKind;
  /** An instance or a member, such as `order-2`. */
  readonly part: string;
  /** For a partition of a service: what it cannot reach. A server cannot be reached by the services. */
  readonly from: 'database' | 'broker' | 'others';
  readonly clockMs: number;
}

const hourMs = 3_600_000;

/** The part of an instance: `order` of `order-2`. */
export const partOf = (instance: string): string => instance.replace(/-\d+$/, '');

const noPreload = 'its permissions allow no file but its own';
const noClock = 'it takes its time from the system';
const writesNothing = 'it writes no file';

/** What cannot be done to a part, and why. */
export const lacks: Readonly<Record<string, Partial<Record<FaultKind, string>>>> = {
  render: { partition: noPreload, clock: noPreload, disk: writesNothing },
  database: { clock: noClock },
  broker: { clock: noClock },
  gateway: { disk: 'it stores reports and releases, which orders do not touch' },
  offer: { disk: writesNothing },
  notification: { disk: writesNothing },
};

/**
 * Faults one after the other, without an end. Each round has every kind of fault at every kind of process once, in an
 * order and on instances that the seed chooses.
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
  const cutOff = {
    database: `no process reaches ${part}`,
    // Clients reach its nodes by one address.
    broker: 'no process reaches the broker',
  }[partOf(part)];
  return {
    kill: `${part} is killed`,
    freeze: `${part} is frozen past its leases`,
    partition: cutOff ?? `${part} reaches no ${from === 'others' ? 'other process' : from}`,
    clock: `${part} is an hour ${clockMs > 0 ? 'ahead' : 'behind'}`,
    disk: `${part} has a full disk`,
  }[kind];
};
