import { listOf } from '@kinmel/contracts/browser';
import * as z from 'zod/mini';
import { tabStorage } from '../state/tab-storage.ts';

const attemptSchema = z.object({
  key: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  /** Empty for a visitor. */
  userId: z.string(),
  /** The body sent last, for which no answer was received. */
  body: z.string(),
  /** Earlier bodies sent with this key, the last one first: any of them may have arrived. */
  earlier: listOf(z.string()),
  /** Milliseconds since 1970. */
  startedAt: z.number(),
});

/** One submission of a form with all its retries: they share the `Idempotency-Key`, so that they create one record. */
export type Attempt = z.output<typeof attemptSchema>;

/** One hour less than the server stores a key. */
const maxAgeMs = 23 * 60 * 60 * 1000;
/** Limit of stored earlier bodies; the oldest are dropped. */
const maxEarlierBodies = 8;

/** 128 random bits. `crypto.randomUUID` is missing without https. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The attempt of one form in this tab, in a key of sessionStorage. */
export function attemptsOf(storageKey: string) {
  /** Fallback when the browser has no storage. */
  let unstoredAttempt: Attempt | undefined;

  function store(attempt: Attempt | undefined): void {
    unstoredAttempt = attempt;
    tabStorage.write(storageKey, attempt);
  }

  return {
    /** The unanswered attempt of this user or visitor, also after a reload. */
    open: (userId: string, now: number): Attempt | undefined => {
      const attempt = attemptSchema.safeParse(tabStorage.read(storageKey)).data ?? unstoredAttempt;
      if (!attempt || now - attempt.startedAt > maxAgeMs) return undefined;
      return attempt.userId === '' || attempt.userId === userId ? attempt : undefined;
    },
    /** Starts an attempt. It is stored before it is sent, so that a reload finds its key. */
    start: (userId: string, body: string, now: number): Attempt => {
      const attempt = { key: newKey(), userId, body, earlier: [], startedAt: now };
      store(attempt);
      return attempt;
    },
    /** The same attempt with a new body, stored before it is sent. */
    repeat: (attempt: Attempt, body: string): Attempt => {
      if (attempt.body === body) return attempt;
      const earlier = [attempt.body, ...attempt.earlier].filter((earlierBody) => earlierBody !== body);
      const repeated = { ...attempt, body, earlier: earlier.slice(0, maxEarlierBodies) };
      store(repeated);
      return repeated;
    },
    /** The attempt was answered: the next submission is a new one. */
    close: () => store(undefined),
  };
}

export type Attempts = ReturnType<typeof attemptsOf>;
