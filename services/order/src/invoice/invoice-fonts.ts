import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';

const resolve = createRequire(import.meta.url).resolve;

/** Names and addresses are written in Latin or Devanagari. */
export interface InvoiceFonts {
  readonly latin: Buffer;
  readonly latinBold: Buffer;
  readonly devanagari: Buffer;
  readonly devanagariBold: Buffer;
}

const files = {
  latin: '@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff',
  latinBold: '@fontsource/noto-sans/files/noto-sans-latin-700-normal.woff',
  devanagari: '@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-400-normal.woff',
  devanagariBold: '@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-700-normal.woff',
} as const;

let loaded: Promise<InvoiceFonts> | undefined;

/** Loaded once, with the first invoice. */
export function invoiceFonts(): Promise<InvoiceFonts> {
  loaded ??= load();
  loaded.catch(() => {
    loaded = undefined;
  });
  return loaded;
}

async function load(): Promise<InvoiceFonts> {
  const [latin, latinBold, devanagari, devanagariBold] = await Promise.all([
    readFont(files.latin),
    readFont(files.latinBold),
    readFont(files.devanagari),
    readFont(files.devanagariBold),
  ]);
  return { latin, latinBold, devanagari, devanagariBold };
}

const readFont = async (file: string): Promise<Buffer> => unpackWoff(await readFile(resolve(file)));

/**
 * Unpacks a WOFF file (https://www.w3.org/TR/WOFF/, sections 3 to 5). The PDF library would unpack it for every
 * invoice, in JavaScript, which doubles the time of an invoice.
 */
export function unpackWoff(woff: Buffer): Buffer {
  const tables = Array.from({ length: woff.readUInt16BE(12) }, (_, index) => {
    const entry = woff.subarray(44 + index * 20);
    const offset = entry.readUInt32BE(4);
    const packed = woff.subarray(offset, offset + entry.readUInt32BE(8));
    const length = entry.readUInt32BE(12);
    // A table that does not compress is stored as it is.
    const bytes = packed.length < length ? inflateSync(packed) : packed;
    return { tag: entry.subarray(0, 4), checksum: entry.subarray(16, 20), bytes };
  });
  const power = Math.floor(Math.log2(tables.length));
  const head = Buffer.alloc(12 + tables.length * 16);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(tables.length, 4);
  head.writeUInt16BE(2 ** power * 16, 6);
  head.writeUInt16BE(power, 8);
  head.writeUInt16BE((tables.length - 2 ** power) * 16, 10);
  const parts: Buffer[] = [head];
  let offset = head.length;
  for (const [index, { tag, checksum, bytes }] of tables.entries()) {
    const entry = head.subarray(12 + index * 16);
    tag.copy(entry, 0);
    checksum.copy(entry, 4);
    entry.writeUInt32BE(offset, 8);
    entry.writeUInt32BE(bytes.length, 12);
    const padding = (4 - (bytes.length % 4)) % 4;
    parts.push(bytes, Buffer.alloc(padding));
    offset += bytes.length + padding;
  }
  return Buffer.concat(parts);
}
