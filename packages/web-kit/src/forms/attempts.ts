/** One submission of a form with all its retries: they share the `Idempotency-Key`, so that they create one record. */
export interface Attempt {
  readonly key: string;
  /** Empty for a visitor. */
  readonly userId: string;
  /** The body sent last, for which no answer was received. */
  readonly body: string;
  /** Earlier bodies sent with this key, the last one first: any of them may have arrived. */
  readonly earlier: readonly string[];
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

/** The attempt of one form in this tab. */
export interface Attempts {
  /** The unanswered attempt of this user or visitor, also after a reload. */
  readonly open: (userId: string, now: number) => Attempt | undefined;
  /** Starts an attempt. It is stored before it is sent, so that a reload finds its key. */
  readonly start: (userId: string, body: string, now: number) => Attempt;
  /** The same attempt with a new body, stored before it is sent. */
  readonly repeat: (attempt: Attempt, body: string) => Attempt;
  /** The attempt was answered: the next submission is a new one. */
  readonly close: () => void;
}

/** One hour less than the server keeps a key. */
const keptForMs = 23 * 60 * 60 * 1000;
const mostBodyLength = 100_000;
/** Limit of stored bodies; the oldest are dropped. */
const mostEarlier = 8;

function parse(text: string | null): Attempt | undefined {
  if (text === null || text.length > mostBodyLength * (mostEarlier + 2)) return undefined;
  try {
    const raw: unknown = JSON.parse(text);
    if (typeof raw !== 'object' || raw === null) return undefined;
    const { key, userId, body, earlier, startedAt } = raw as Partial<Record<keyof Attempt, unknown>>;
    if (typeof key !== 'string' || !/^[0-9a-f-]{32,36}$/.test(key)) return undefined;
    if (typeof userId !== 'string' || typeof body !== 'string' || typeof startedAt !== 'number')
      return undefined;
    const isText = (entry: unknown): entry is string => typeof entry === 'string';
    return { key, userId, body, earlier: Array.isArray(earlier) ? earlier.filter(isText) : [], startedAt };
  } catch {
    return undefined;
  }
}

/** 128 random bits. `crypto.randomUUID` is missing without https. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The attempt of one form, in a key of sessionStorage. */
export function attemptsOf(storageKey: string): Attempts {
  /** Fallback when the browser has no storage. */
  let unstored: Attempt | undefined;

  function keep(attempt: Attempt): Attempt {
    unstored = attempt;
    try {
      sessionStorage.setItem(storageKey, JSON.stringify(attempt));
    } catch {
      // Kept in memory until the page closes.
    }
    return attempt;
  }

  return {
    open: (userId, now) => {
      let attempt = unstored;
      try {
        attempt = parse(sessionStorage.getItem(storageKey)) ?? unstored;
      } catch {
        // Without storage, the value in memory is used.
      }
      if (!attempt || now - attempt.startedAt > keptForMs) return undefined;
      return attempt.userId === '' || attempt.userId === userId ? attempt : undefined;
    },
    start: (userId, body, now) => keep({ key: newKey(), userId, body, earlier: [], startedAt: now }),
    repeat: (attempt, body) => {
      if (attempt.body === body) return attempt;
      const earlier = [attempt.body, ...attempt.earlier].filter((before) => before !== body);
      return keep({ ...attempt, body, earlier: earlier.slice(0, mostEarlier) });
    },
    close: () => {
      unstored = undefined;
      try {
        sessionStorage.removeItem(storageKey);
      } catch {
        // Nothing to remove without storage.
      }
    },
  };
}
