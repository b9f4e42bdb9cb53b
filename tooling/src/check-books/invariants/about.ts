import type { Books } from '../books.ts';
import type { Invariant, Offence } from '../report.ts';

/**
 * Invariants of some records.
 * @param counted their plural noun
 */
export const about = <Row>(counted: string, rowsOf: (books: Books) => readonly Row[]) => {
  /** What all of them have to keep together. */
  const all = (id: string, sentence: string, offences: Invariant['offences']): Invariant => ({
    id,
    sentence,
    counted,
    count: (books) => rowsOf(books).length,
    offences,
  });
  /** What each of them has to keep. */
  const each = (id: string, sentence: string, offencesOf: (row: Row, books: Books) => Iterable<Offence>) =>
    all(id, sentence, function* (books) {
      for (const row of rowsOf(books)) yield* offencesOf(row, books);
    });
  return { all, each };
};

export const orders = about('orders', ({ placed }) => [...placed.values()]);
export const devices = about('devices', (books) => books.devices);
export const events = about('events', (books) => books.events);
