import { dayMs } from '@kinmel/contracts';

const hourMs = 60 * 60_000;

/** Retention of an event's data after the confirm, so that a lost event can be resent. */
export const sentEventsKeptMs = dayMs;

/** Retention of a deleted record without its content: as long as its last event can be resent, plus an hour. */
export const deletedRecordsKeptMs = sentEventsKeptMs + hourMs;

/**
 * Retention of the mark of a handled event: longer than any outbox row and any usual replay. A missing mark of an older
 * event does not mean that it was lost.
 */
export const inboxMarksKeptMs = 7 * dayMs;

/** Retention of an outbox row after the confirm: the same as that of the consumers' marks. */
export const outboxRowsKeptMs = inboxMarksKeptMs;

/** Retention of notes of parked messages. The messages themselves stay until they are replayed. */
export const parkedNotesKeptMs = 30 * dayMs;
