import type { CsvAnswer } from '@kinmel/service-kit';
import type mongoose from 'mongoose';

/** The lines of a CSV as their cells, read by RFC 4180: quotes, doubled quotes, and line breaks within them. */
export function readCsv(text: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/gy;
  for (cell.lastIndex = text.startsWith('\uFEFF') ? 1 : 0; cell.lastIndex < text.length; ) {
    const at = cell.lastIndex;
    const [, quoted, plain = '', end] = cell.exec(text) ?? [];
    if (end === undefined) throw new Error(`No CSV from character ${at} on: ${text.slice(at, at + 40)}`);
    line.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ',') continue;
    lines.push(line);
    line = [];
  }
  return lines;
}

interface TakenCsv {
  readonly lines: string[][];
  /** The most documents that one answer of the database held. */
  readonly largestBatch: number;
  /** The most documents that were read of the database and not yet taken as lines. */
  readonly furthestAhead: number;
}

/**
 * Takes a CSV piece by piece, and counts by the answers of the database how far its reading runs ahead of who takes it. The
 * connection has to have been opened with `monitorCommands`.
 */
export async function takeCsv(answer: CsvAnswer, connection: mongoose.Connection): Promise<TakenCsv> {
  const client = connection.getClient();
  let [read, taken, largestBatch, furthestAhead] = [0, 0, 0, 0];
  const note = ({ reply }: { reply: unknown }) => {
    const { firstBatch, nextBatch } =
      (reply as { cursor?: { firstBatch?: unknown[]; nextBatch?: unknown[] } } | null)?.cursor ?? {};
    const { length } = firstBatch ?? nextBatch ?? [];
    read += length;
    largestBatch = Math.max(largestBatch, length);
    furthestAhead = Math.max(furthestAhead, read - taken);
  };
  client.on('commandSucceeded', note);
  try {
    const [rows, writer] = await answer.open();
    let text = '';
    for await (const piece of rows.pipe(writer)) {
      text += String(piece);
      taken += String(piece).split('\r\n').length - 1;
      // Everything that may go on beside a slow reader goes on: a whole call of the database, there and back.
      await client.db().command({ ping: 1 });
    }
    return { lines: readCsv(text), largestBatch, furthestAhead };
  } finally {
    client.off('commandSucceeded', note);
  }
}
