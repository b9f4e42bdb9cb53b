/** One call of a client. All times are of the same clock; each retry is a separate call. */
export interface Call {
  /** The name of the client, for people who read the history. */
  readonly by: string;
  /** Method and path. */
  readonly what: string;
  /** The `Idempotency-Key` of a call that makes a record. */
  readonly key?: string | undefined;
  /** The record in the answer, or else the requested one. */
  readonly record?: string | undefined;
  /** The version on which a change is based; absent when the call changes nothing. */
  readonly seen?: number | undefined;
  readonly start: number;
  /** When the answer arrived or the call timed out. */
  readonly end: number;
  /** The HTTP status; 0 without an answer. */
  readonly status: number;
  /** Version and state of the record in the answer. */
  readonly version?: number | undefined;
  readonly state?: string | undefined;
}

/** Whether the service accepted the call. */
export const isAcknowledged = ({ status }: Call): boolean => status >= 200 && status < 300;

/** Whether the call may have taken effect although the client got no success, so that it is retried. */
export const isOpen = ({ status }: Pick<Call, 'status'>): boolean =>
  status === 0 || status === 408 || status === 429 || status >= 500;
