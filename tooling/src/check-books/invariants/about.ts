import type { Books } from '../books.ts';
import type { Invariant, Offence } from '../report.ts';

/**
 * Declares invariants about some records.
 * @param recordsName plural noun for the records
 */
export const invariantsOf = <Row>(recordsName: string, rowsOf: (books: Books) => readonly Row[]) => {
  /** An invariant about all of them together. */
  const all = (id: string, sentence: string, offences: Invariant['offences']): Invariant => ({
    id,
    sentence,
    counted: recordsName,
    count: (books) => rowsOf(books).length,
    offences,
  });
  /** An invariant about each of them. */
  const each = (id: string, sentence: string, offencesOf: (row: Row, books: Books) => Iterable<Offence>) =>
    all(id, sentence, function* (books) {
      for (const row of rowsOf(books)) yield* offencesOf(row, books);
    });
  return { all, each };
};

export const orders = invariantsOf('orders', ({ placed }) => [...placed.values()]);
export const devices = invariantsOf('devices', (books) => books.devices);
export const events = invariantsOf('events', (books) => books.events);
