import { inboxMarksKeptMs } from '@kinmel/service-kit';

/** Younger marks of inboxes are certainly there: a day less than they are kept, because the database sweeps when it likes. */
export const inboxMarksAreThereMs = inboxMarksKeptMs - 24 * 60 * 60_000;
