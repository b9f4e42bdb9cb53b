import type { CsvAnswer } from '@kinmel/service-kit';
import type mongoose from 'mongoose';

/** Parses CSV to rows of cells (RFC 4180). */
export function readCsv(text: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/gy;
  for (cell.lastIndex = text.startsWith('\uFEFF') ? 1 : 0; cell.lastIndex < text.length; ) {
    const start = cell.lastIndex;
    const [, quoted, plain = '', end] = cell.exec(text) ?? [];
    if (end === undefined)
      throw new Error(`Invalid CSV from character ${start} on: ${text.slice(start, start + 40)}`);
    line.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ',') continue;
    lines.push(line);
    line = [];
  }
  return lines;
}

/** Reads a CSV answer in chunks and measures how far its cursor is ahead. The connection needs `monitorCommands`. */
export async function takeCsv(answer: CsvAnswer, connection: mongoose.Connection) {
  const client = connection.getClient();
  let [readCount, takenCount, largestBatch, furthestAhead] = [0, 0, 0, 0];
  const countDocuments = ({ reply }: { reply: unknown }) => {
    const { firstBatch, nextBatch } =
      (reply as { cursor?: { firstBatch?: unknown[]; nextBatch?: unknown[] } } | null)?.cursor ?? {};
    const { length } = firstBatch ?? nextBatch ?? [];
    readCount += length;
    largestBatch = Math.max(largestBatch, length);
    furthestAhead = Math.max(furthestAhead, readCount - takenCount);
  };
  client.on('commandSucceeded', countDocuments);
  try {
    const [rows, writer] = await answer.open('Asia/Kathmandu');
    let text = '';
    for await (const piece of rows.pipe(writer)) {
      text += String(piece);
      takenCount += String(piece).split('\r\n').length - 1;
      // Waits for a round trip to the database, so that reading ahead can happen.
      await client.db().command({ ping: 1 });
    }
    // The largest batch of one database answer, and the highest number of documents that were read but not yet written.
    return { lines: readCsv(text), largestBatch, furthestAhead };
  } finally {
    client.off('commandSucceeded', countDocuments);
  }
}
