const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

/** How long a row stays in its outbox after the broker confirmed it: what a consumer never got can still be sent again. */
export const sentEventsKeptMs = dayMs;

/** The newest sent rows that a busy document keeps at most, so that it stays far from the limit of a document. */
export const mostSentEventsKept = 200;

/**
 * How long a consumer remembers what it has handled, from then on: longer than any outbox row and any usual replay. An event that
 * was handled before that has no mark any more, and is not lost.
 */
export const inboxMarksKeptMs = 7 * dayMs;

/** How long it is known of an event that it was sent, after its row has left the outbox: as long as consumers remember it. */
export const sentNotesKeptMs = inboxMarksKeptMs;

/** How long a consumer remembers which messages it parked. The messages themselves stay until a person gives them back. */
export const parkedNotesKeptMs = 30 * dayMs;
