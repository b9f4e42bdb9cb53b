import { Readable, type Transform } from 'node:stream';
import { stringify } from 'csv-stringify';
import { createTimeFormatter } from '../time/shop-days.ts';

/** A missing value is an empty cell. */
export type CsvValue = string | number | boolean | Date | null | undefined;

export interface CsvColumn<Row> {
  readonly head: string;
  readonly valueOf: (row: Row) => CsvValue;
}

/**
 * An answer that is written while its rows are read, so that a list of any length needs little memory. An error before
 * the first row is answered as a problem; a later one aborts the connection, so that a partial list is not mistaken for
 * a complete one.
 */
export class CsvAnswer {
  readonly fileName: string;
  /** Reads the first row, and the others on demand. Times are written in the given zone. */
  readonly open: (timeZone: string) => Promise<[rows: Readable, writer: Transform]>;

  constructor(fileName: string, open: CsvAnswer['open']) {
    this.fileName = fileName;
    this.open = open;
  }
}

/**
 * Matches text that a spreadsheet may take for a formula: a formula character (also full width) at the start or after a
 * cell or row separator of any locale, possibly preceded by characters that spreadsheets ignore; or a leading tab or
 * CR.
 */
const formulaStart = /(?:^|(?<=[;\t\r\n]))(?=[\s;\p{C}]*[=+\-@\uff1d\uff0b\uff0d\uff20])|^(?=[\t\r])/gu;

/** Escapes formulas with an apostrophe. */
const withoutFormula = (text: string) => text.replaceAll(formulaStart, "'");

/** Builds a CSV (RFC 4180) response with a header row. */
export function csvAnswer<Row>(
  fileName: string,
  columns: readonly CsvColumn<Row>[],
  rows: AsyncIterable<Row>,
): CsvAnswer {
  return new CsvAnswer(fileName, async (timeZone) => {
    const timeOf = createTimeFormatter(timeZone);
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
      // Without a BOM spreadsheets misread UTF-8.
      bom: true,
      cast: { boolean: String, date: timeOf, string: withoutFormula },
    });
    const rowStream = Readable.from(cells());
    // Closes the cursor when the client disconnects.
    rowStream.once('close', () => void reading.return?.().catch(() => undefined));
    return [rowStream, writer];
  });
}
