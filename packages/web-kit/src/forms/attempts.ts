/** One press of a form's button and all its repetitions: they share the `Idempotency-Key`, so that they make one record. */
export interface Attempt {
  readonly key: string;
  /** Whose it is; empty for a visitor. */
  readonly userId: string;
  /** The body that was sent last and of which nobody knows what became of it. */
  readonly body: string;
  /** Other bodies that this key was sent with before, the last of them first: any of them may have arrived. */
  readonly earlier: readonly string[];
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

/** The attempt of one form in this tab. */
export interface Attempts {
  /** The attempt of this person, or of a visitor, that was never answered, also after a reload. */
  readonly open: (userId: string, now: number) => Attempt | undefined;
  /** Begins an attempt. It is kept before it is sent: a reload in the middle must find its key. */
  readonly start: (userId: string, body: string, now: number) => Attempt;
  /** The same attempt with what it is sent with now; this too is kept before it is sent. */
  readonly repeat: (attempt: Attempt, body: string) => Attempt;
  /** The attempt was answered: the next press is a new one. */
  readonly close: () => void;
}

/** An hour less than the server remembers a key. */
const keptForMs = 23 * 60 * 60 * 1000;
const mostBodyLength = 100_000;
/** Of more changes than that without a single answer the oldest are forgotten. */
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

/** 128 random bits. `crypto.randomUUID` is missing where the shop is not served over https. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Ties a key of sessionStorage to the attempt of one form. */
export function attemptsOf(storageKey: string): Attempts {
  /** Holds the attempt where the browser has no storage. */
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
        // No storage: the value in memory is the only one there is.
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
        // There was none to remove.
      }
    },
  };
}
