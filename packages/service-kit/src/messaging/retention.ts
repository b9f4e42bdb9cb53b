const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

/** How long a row stays in its outbox after the confirm, so that a lost event can be resent. */
export const sentEventsKeptMs = dayMs;

/** Maximum number of sent rows per document, to stay far below the document size limit. */
export const mostSentEventsKept = 200;

/**
 * How long a consumer keeps the mark of a handled event: longer than any outbox row and any usual replay. A missing
 * mark of an older event does not mean that it was lost.
 */
export const inboxMarksKeptMs = 7 * dayMs;

/** How long a note of a sent event is kept after its row was removed: as long as the consumers' marks. */
export const sentNotesKeptMs = inboxMarksKeptMs;

/** How long a consumer keeps notes of parked messages. The messages themselves stay until they are replayed. */
export const parkedNotesKeptMs = 30 * dayMs;
