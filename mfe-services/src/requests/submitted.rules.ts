/** What the shop says of a request that it took. */
export interface Submitted {
  /** Path of the page that follows the request, where the answer has one. */
  readonly trackingLink: string | undefined;
  /** The record, where the answer has one. */
  readonly data: unknown;
}

/** Only an answer that says success (RBOOK-11), and only a path of the shop is shown as a link. */
export function readSubmitted(answer: unknown): Submitted | undefined {
  const { success, trackingLink, data } = (answer ?? {}) as Partial<Record<string, unknown>>;
  const path =
    typeof trackingLink === 'string' ? /\/tracking\/[A-Za-z0-9_-]+$/.exec(trackingLink)?.[0] : undefined;
  return success === true ? { trackingLink: path, data } : undefined;
}

/** The texts of one kind of request when it was not taken. */
export interface FailureTexts {
  /** Something answered, without a word of its own (decision CONF-41). */
  readonly refused: string;
  /** Nothing answered. */
  readonly lost: string;
}

/** Without the signs that the service refuses in an address, so that it is said before it is sent. */
export const emailShape = /^[^\s@\p{C}<>()[\],;:"\\]+@[^\s@\p{C}<>()[\],;:"\\]+\.[^\s@\p{C}<>()[\],;:"\\]+$/u;
export const emailText = 'Please enter a valid email address';
