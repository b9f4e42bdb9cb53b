import { dayMs } from '@kinmel/contracts';

const hourMs = 60 * 60_000;

/** How long the data of an event is kept after the confirm, so that a lost event can be resent. */
export const sentEventsKeptMs = dayMs;

/** How long a deleted record is kept without its content: as long as its last event can be resent, and an hour. */
export const deletedRecordsKeptMs = sentEventsKeptMs + hourMs;

/**
 * How long a consumer keeps the mark of a handled event: longer than any outbox row and any usual replay. A missing
 * mark of an older event does not mean that it was lost.
 */
export const inboxMarksKeptMs = 7 * dayMs;

/** How long an outbox row is kept after the confirm: as long as the consumers' marks. */
export const outboxRowsKeptMs = inboxMarksKeptMs;

/** How long a consumer keeps notes of parked messages. The messages themselves stay until they are replayed. */
export const parkedNotesKeptMs = 30 * dayMs;
