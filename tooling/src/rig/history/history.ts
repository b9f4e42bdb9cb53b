/** One call of a client, by one clock. Each repetition is a call of its own. */
export interface Call {
  /** Its client, for people who read the history. */
  readonly by: string;
  /** Method and path. */
  readonly what: string;
  /** The `Idempotency-Key` of a call that makes a record. */
  readonly key?: string | undefined;
  /** The record that was answered, else the one that was asked for. */
  readonly record?: string | undefined;
  /** The version that a change was for; the call is no change without it. */
  readonly seen?: number | undefined;
  readonly start: number;
  /** When the answer was there, or the client gave up. */
  readonly end: number;
  /** Of HTTP; 0 without an answer. */
  readonly status: number;
  /** Of the answered record. */
  readonly version?: number | undefined;
  readonly state?: string | undefined;
}

/** The call was taken, and this is what it said. */
export const isAcknowledged = ({ status }: Call): boolean => status >= 200 && status < 300;

/** Whether the call may have taken effect although its client was not told so, and is to be repeated. */
export const isOpen = ({ status }: Pick<Call, 'status'>): boolean =>
  status === 0 || status === 408 || status === 429 || status >= 500;
