import { setTimeout as pause } from 'node:timers/promises';
import type { Beforehand } from './books.ts';
import { countQueued } from './count-queued.ts';
import { type Finding, isBroken, judge, lasting } from './invariants.ts';
import { openBooks } from './read-books.ts';

export interface CheckBooksOptions {
  readonly mongodbUri: string;
  /** Without it I-8 counts nothing as still queued. */
  readonly amqpUrl?: string | undefined;
  /** `MONGODB_DB_PREFIX` and `AMQP_PREFIX` of the shop. */
  readonly databasePrefix?: string | undefined;
  readonly queuePrefix?: string | undefined;
  /** How long the shop may take to come to rest, in milliseconds. */
  readonly settleMs: number;
  readonly beforehand?: Beforehand;
}

export interface CheckedBooks {
  readonly findings: readonly Finding[];
  /** Documents whose events still waited for the broker at the end; 0 at rest. */
  readonly waiting: number;
}

const lookEveryMs = 1_000;

/**
 * Reads the books of a shop and judges them, again and again until all is told and every invariant holds, or until
 * `settleMs` is over; what was wrong at the last two looks then is broken. Only reads.
 */
export async function checkBooks(options: CheckBooksOptions): Promise<CheckedBooks> {
  const { mongodbUri, amqpUrl, databasePrefix, queuePrefix, settleMs, beforehand } = options;
  const books = await openBooks(mongodbUri, databasePrefix);
  const look = async () => {
    const read = await books.read();
    // After the databases: what was queued then and is handled now only makes the count smaller.
    const queued = amqpUrl === undefined ? undefined : await countQueued(amqpUrl, queuePrefix);
    return judge({ ...read, queued }, beforehand);
  };
  try {
    const until = Date.now() + settleMs;
    let earlier: Finding[] | undefined;
    for (;;) {
      const waiting = await books.waiting();
      const findings = waiting > 0 && Date.now() < until ? undefined : await look();
      if (findings !== undefined && waiting === 0 && !isBroken(findings)) return { findings, waiting };
      if (findings !== undefined && earlier !== undefined && Date.now() >= until)
        return { findings: lasting(earlier, findings), waiting };
      earlier = findings ?? earlier;
      await pause(lookEveryMs);
    }
  } finally {
    await books.close();
  }
}
