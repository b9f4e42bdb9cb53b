import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const resolve = createRequire(import.meta.url).resolve;

/** One face of the invoice: names and addresses are written in Latin or in Devanagari letters. */
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

/** Read once, with the first invoice. */
export function invoiceFonts(): Promise<InvoiceFonts> {
  loaded ??= load();
  loaded.catch(() => {
    loaded = undefined;
  });
  return loaded;
}

async function load(): Promise<InvoiceFonts> {
  const [latin, latinBold, devanagari, devanagariBold] = await Promise.all([
    readFile(resolve(files.latin)),
    readFile(resolve(files.latinBold)),
    readFile(resolve(files.devanagari)),
    readFile(resolve(files.devanagariBold)),
  ]);
  return { latin, latinBold, devanagari, devanagariBold };
}
