import type { Finding, Offender } from './report.ts';
import type { Shop } from './shop.ts';

/** Takes down what the check of one invariant sees. */
export interface Judge {
  readonly looked: (count: number) => void;
  /** @param same tells this fault from others of the same invariant, when the text has figures that move */
  readonly offend: (text: string, same?: string) => void;
  /** Stands behind what was counted. */
  readonly note: (text: string) => void;
}

/** What must always be true of the data of a shop; `docs/requirements/hard-cases.md` has them as requirements. */
export interface Invariant {
  readonly id: string;
  readonly title: string;
  /** What is looked at, in the plural. */
  readonly counted: string;
  readonly check: (shop: Shop, judge: Judge) => Promise<void>;
}

export async function judge({ id, title, counted, check }: Invariant, shop: Shop): Promise<Finding> {
  let count = 0;
  const notes = new Set<string>();
  const offenders = new Map<string, Offender>();
  await check(shop, {
    looked: (more) => {
      count += more;
    },
    offend: (text, same = text) => void offenders.set(`${id} ${same}`, { key: `${id} ${same}`, text }),
    note: (text) => void notes.add(text),
  });
  return { id, title, count, counted: [counted, ...notes].join(', '), offenders: [...offenders.values()] };
}
