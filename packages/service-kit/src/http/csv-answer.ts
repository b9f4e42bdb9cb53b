import { Readable, type Transform } from 'node:stream';
import { stringify } from 'csv-stringify';

/** What a cell may hold. A number stays a number for whoever opens the file; nothing given is an empty cell. */
export type CsvValue = string | number | boolean | Date | null | undefined;

/** One column of a CSV: what the first line says above it, and what stands in each row. */
export interface CsvColumn<Row> {
  readonly head: string;
  readonly valueOf: (row: Row) => CsvValue;
}

/**
 * An answer that is written row by row while it is read, so that a list of any length takes the memory of a few rows. What
 * fails before the first row is an ordinary problem answer; what fails later breaks the connection, so that nobody takes
 * half a list for a whole one.
 */
export class CsvAnswer {
  readonly fileName: string;
  /** Reads the first row; the others are read as fast as they are taken. */
  readonly open: () => Promise<[rows: Readable, writer: Transform]>;

  constructor(fileName: string, open: CsvAnswer['open']) {
    this.fileName = fileName;
    this.open = open;
  }
}

/**
 * Where a spreadsheet may begin to calculate: a sign, also in its full width, at the beginning or behind what parts cells and rows
 * in some country's settings, whatever it would skip before the sign; and a tab or return that stands first.
 */
const formulaStart = /(?:^|(?<=[;\t\r\n]))(?=[\s;\p{C}]*[=+\-@\uff1d\uff0b\uff0d\uff20])|^(?=[\t\r])/gu;

/** The text with an apostrophe before each formula that a spreadsheet would see in it; numbers keep their sign. */
const withoutFormula = (text: string) => text.replaceAll(formulaStart, "'");

/** The rows as RFC 4180 text with a head, also when there is none; handed out by a route as its answer. */
export function csvAnswer<Row>(
  fileName: string,
  columns: readonly CsvColumn<Row>[],
  rows: AsyncIterable<Row>,
): CsvAnswer {
  return new CsvAnswer(fileName, async () => {
    const reading = rows[Symbol.asyncIterator]();
    const first = await reading.next();

    async function* cells() {
      for (let next = first; !next.done; next = await reading.next()) {
        const row = next.value;
        yield columns.map(({ valueOf }) => valueOf(row));
      }
    }

    const writer = stringify({
      header: true,
      columns: columns.map(({ head }) => head),
      record_delimiter: 'windows',
      quoted_match: /[\r\n]/,
      // Without the mark a spreadsheet takes UTF-8 for the letters of its own country.
      bom: true,
      cast: { boolean: String, date: (date) => date.toISOString(), string: withoutFormula },
    });
    const text = Readable.from(cells());
    // Whoever goes away early leaves a cursor behind that nobody reads any more.
    text.once('close', () => void reading.return?.().catch(() => undefined));
    return [text, writer];
  });
}
