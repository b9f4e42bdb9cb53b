/** Something that breaks an invariant. */
export interface Offender {
  /** The same at every look at the same fault, also while figures move beside it. */
  readonly key: string;
  /** One line that begins with the id. */
  readonly text: string;
}

/** What the check of one invariant found. It holds when nobody offends. */
export interface Finding {
  readonly id: string;
  readonly title: string;
  /** How many things were looked at. */
  readonly count: number;
  readonly counted: string;
  readonly offenders: readonly Offender[];
}

/** In the order of the report; what they mean is in `docs/requirements/hard-cases.md`. */
const invariants = {
  'I-1': ['every order exists once, every key has at most one', 'orders'],
  'I-2': ['every order was told, everything told has its order', 'orders and their events'],
  'I-3': ['every event took effect once at each consumer', 'effects'],
  'I-4': ['stock is never below zero and pieces add up', 'products'],
  'I-5': ['no offer is used too often, counts are those of the ledger', 'offers'],
  'I-6': ['amounts are whole and add up to the revenue', 'orders'],
  'I-7': ['nothing that was acknowledged is lost', 'versions that others know'],
  'I-8': ['every confirmed message was handled, is parked or still queued', 'deliveries'],
  'I-9': ['copies say what their owners say', 'copies'],
  'I-10': ['cancelled and abandoned orders gave everything back once', 'orders'],
  'I-17': ['no event has waited for the broker for more than a minute', 'events in outboxes'],
  'I-18': ['payments and refunds are those of the provider', 'payments'],
  'I-19': ['every order and request has its mails', 'mails'],
  'I-20': ['seats are those of repair bookings that stand', 'repair bookings'],
  'I-21': ['phone orders cost quantity times a price', 'phone orders'],
  'I-22': ['no cancelled order keeps a card payment', 'refunds and cancelled orders'],
  'I-23': ['no page takes money for an order that wants none', 'orders and pages'],
  'I-24': [
    'what was told of the money of a cancelled order is true, and people who owe it know',
    'cancelled orders',
  ],
  'I-25': ['requests are what their history says, and were told', 'requests'],
  'I-26': ['quotes are those of the history, a yes stands on its price', 'sell requests'],
  'I-27': ['open requests have their promise, closed ones none', 'requests'],
  'I-28': ['nothing personal is left in a forgotten request', 'forgotten requests'],
} as const;

export type InvariantId = keyof typeof invariants;

/** Of a broken shop so many offenders of one invariant are kept: enough to see at two looks which of them last. */
const mostKept = 10_000;

/** Collects what the checks of all slices find. */
export interface Tally {
  looked(id: InvariantId, count: number): void;
  /** @param same what tells this fault from others of the same id, when the text has figures that move */
  offend(id: InvariantId, text: string, same?: string): void;
  /** Stands behind what was counted. */
  note(id: InvariantId, text: string): void;
  findings(): Finding[];
}

export function createTally(): Tally {
  const counts = new Map<InvariantId, number>();
  const notes = new Map<InvariantId, Set<string>>();
  const offenders = new Map<InvariantId, Map<string, Offender>>();
  return {
    looked: (id, count) => void counts.set(id, (counts.get(id) ?? 0) + count),
    offend(id, text, same = text) {
      const found = offenders.get(id) ?? new Map<string, Offender>();
      offenders.set(id, found);
      const key = `${id} ${same}`;
      if (found.size < mostKept) found.set(key, { key, text });
    },
    note: (id, text) => void notes.set(id, (notes.get(id) ?? new Set()).add(text)),
    findings: () =>
      Object.entries(invariants).map(([name, [title, counted]]) => {
        // Its keys are exactly these.
        const id = name as InvariantId;
        return {
          id,
          title,
          count: counts.get(id) ?? 0,
          counted: [counted, ...(notes.get(id) ?? [])].join(', '),
          offenders: [...(offenders.get(id)?.values() ?? [])],
        };
      }),
  };
}

/**
 * Findings without what was not wrong at an earlier look. A shop that sells while it is read always has something
 * under way; what is wrong twice, with time in between, is wrong.
 */
export function lasting(earlier: readonly Finding[], later: readonly Finding[]): Finding[] {
  const before = new Set(earlier.flatMap(({ offenders }) => offenders.map(({ key }) => key)));
  return later.map((finding) => ({
    ...finding,
    offenders: finding.offenders.filter(({ key }) => before.has(key)),
  }));
}

const mostShown = 10;

/** One line per invariant, and below it at most ten of those that break it. */
export function report(findings: readonly Finding[]): string[] {
  return findings.flatMap(({ id, title, count, counted, offenders }) => [
    `${id.padEnd(5)} ${offenders.length === 0 ? 'holds ' : 'BROKEN'}  ${title} (${count} ${counted})`,
    ...offenders.slice(0, mostShown).map(({ text }) => `        ${text}`),
    ...(offenders.length > mostShown ? [`        … and ${offenders.length - mostShown} more`] : []),
  ]);
}

export const isBroken = (findings: readonly Finding[]): boolean =>
  findings.some(({ offenders }) => offenders.length > 0);
