import { ownedBy } from '@kinmel/contracts';
import { eventually } from '@kinmel/testing';
import { z } from 'zod';
import { type CsvColumn, csvAnswer } from './csv-answer.ts';
import { route } from './route.ts';
import { testApp } from './testing/test-app.ts';

const defineEndpoint = ownedBy('catalog');
const listThings = defineEndpoint('listThings', 'GET /api/things.csv', {
  role: 'public',
  contentType: 'text/csv',
  summary: 'A test.',
  answer: z.unknown(),
});

interface Thing {
  readonly name: string;
  readonly count?: number | null;
  readonly isNew?: boolean;
  readonly at?: Date;
}

const columns: readonly CsvColumn<Thing>[] = [
  { head: 'Name', valueOf: ({ name }) => name },
  { head: 'Count', valueOf: ({ count }) => count },
];

const agentOf = <Row>(csvColumns: readonly CsvColumn<Row>[], rows: AsyncIterable<Row>) =>
  testApp([route(listThings, async () => csvAnswer('things.csv', csvColumns, rows))]);

async function* rowsOf(...things: readonly Thing[]) {
  yield* things;
}

const textOf = async (things: readonly Thing[], csvColumns = columns) => {
  const { text } = await agentOf(csvColumns, rowsOf(...things)).agent.get('/api/things.csv');
  return text;
};
const byteOrderMark = '\uFEFF';

describe('a list as CSV', () => {
  it('is text/csv in UTF-8 with a file name, a header line and CRLF (RFC 4180)', async () => {
    const answer = await agentOf(columns, rowsOf({ name: 'Pixel', count: 3 }, { name: 'Case' })).agent.get(
      '/api/things.csv',
    );
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
    expect(answer.headers['content-disposition']).toBe('attachment; filename="things.csv"');
    expect(answer.text).toBe(`${byteOrderMark}Name,Count\r\nPixel,3\r\nCase,\r\n`);
    expect(await textOf([])).toBe(`${byteOrderMark}Name,Count\r\n`);
  });

  it('quotes commas, quotes and line breaks, and preserves all scripts', async () => {
    expect(await textOf([{ name: 'a "b", c' }, { name: 'one\r\ntwo' }, { name: 'किनमेल' }])).toBe(
      `${byteOrderMark}Name,Count\r\n"a ""b"", c",\r\n"one\r\ntwo",\r\nकिनमेल,\r\n`,
    );
  });

  it.each([
    ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\rx', `"'\rx"`],
    [' =1+1', "' =1+1"],
    ['\t=1+1', "'\t'=1+1"],
    ['\r@SUM(A1)', `"'\r'@SUM(A1)"`],
    ['\u00a0+1', "'\u00a0+1"],
    ['\ufeff=1', "'\ufeff=1"],
    ['\u200b\u202e-1', "'\u200b\u202e-1"],
    ['\uff1d1+1', "'\uff1d1+1"],
    [' \uff0b1', "' \uff0b1"],
    ['\uff0d1', "'\uff0d1"],
    ['\uff20SUM(A1)', "'\uff20SUM(A1)"],
    // In locales with semicolon separators the rest is a separate cell.
    [';=1+1', "';'=1+1"],
    ['; ;@SUM(A1)', "';' ;'@SUM(A1)"],
    ['red; =1+1', "red;' =1+1"],
    // In locales with semicolon separators a line break inside quotes ends a row.
    ['red\n=1+1', `"red\n'=1+1"`],
  ])('escapes %j, which a spreadsheet would evaluate (F-06)', async (name, cell) => {
    expect(await textOf([{ name }])).toBe(`${byteOrderMark}Name,Count\r\n${cell},\r\n`);
  });

  it.each(['a=b', '3+1', 'x-y@example.com', 'red; blue', ';', 'Flat 3, Thamel'])(
    'leaves %j unchanged (F-06)',
    async (name) => {
      expect(await textOf([{ name }])).toContain(name.includes(',') ? `"${name}"` : name);
    },
  );

  it('writes numbers unchanged, booleans as true and false, times as in the shop and missing values as empty cells (F-06)', async () => {
    const text = await textOf(
      [
        { name: 'x', isNew: false, at: new Date('2026-11-22T20:00:00Z'), count: null },
        { name: 'y', count: -4.5 },
      ],
      [
        { head: 'New', valueOf: ({ isNew }) => isNew },
        { head: 'At', valueOf: ({ at }) => at },
        { head: 'Count', valueOf: ({ count }) => count },
      ],
    );
    expect(text).toBe(`${byteOrderMark}New,At,Count\r\nfalse,2026-11-23 01:45:00,\r\n,,-4.5\r\n`);
  });

  it('is a problem answer when the first row cannot be read', async () => {
    const failing: AsyncIterable<Thing> = {
      [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('the database is away')) }),
    };
    const answer = await agentOf(columns, failing).agent.get('/api/things.csv');
    expect(answer.status).toBe(500);
    expect(answer.body).toMatchObject({ success: false, code: 'unexpected-error' });
  });

  it('aborts the connection when a later row cannot be read', async () => {
    async function* breaking(): AsyncGenerator<Thing> {
      yield { name: 'first' };
      throw new Error('the database went away');
    }
    const { agent, lines } = agentOf(columns, breaking());
    await expect(agent.get('/api/things.csv')).rejects.toThrow(/aborted|hang up/);
    expect(lines.some(({ msg }) => msg === 'request failed')).toBe(true);
  });

  it('reads no rows for HEAD and closes the cursor', async () => {
    let isEnded = false;
    async function* manyRows(): AsyncGenerator<Thing> {
      try {
        for (;;) yield { name: 'again' };
      } finally {
        isEnded = true;
      }
    }
    const answer = await agentOf(columns, manyRows()).agent.head('/api/things.csv');
    expect(answer.status).toBe(200);
    await eventually(() => expect(isEnded).toBe(true));
  });

  it('reads only a little ahead of a slow client', async () => {
    let rowsRead = 0;
    let rowsWritten = 0;
    let maxLead = 0;
    async function* manyRows(): AsyncGenerator<Thing> {
      for (rowsRead = 0; rowsRead < 10_000; rowsRead += 1) {
        maxLead = Math.max(maxLead, rowsRead - rowsWritten);
        yield { name: `row ${rowsRead}, ${'x'.repeat(1_000)}` };
      }
    }
    const [rows, writer] = await csvAnswer('things.csv', columns, manyRows()).open('Asia/Kathmandu');
    const text = rows.pipe(writer);
    let lines = -1;
    for await (const chunk of text) {
      lines += String(chunk).split('\r\n').length - 1;
      rowsWritten = lines;
      // A slow client: lets everything else continue.
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(lines).toBe(10_000);
    expect(maxLead).toBeLessThan(200);
  });
});
