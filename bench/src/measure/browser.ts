import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureChromium } from '@kinmel/tooling/chromium';
import { build } from 'esbuild';
import { type Browser, chromium } from 'playwright-core';

/** CPU slowdown that emulates a phone. */
export const cpuSlowdownFactor = 4;

/** Runs work in a new headless browser. */
export async function inBrowser<Result>(work: (browser: Browser) => Promise<Result>): Promise<Result> {
  const browser = await chromium.launch({
    executablePath: await ensureChromium(console.log),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

/** Bundles a React program of one file, minified, with the libraries of the shop. */
export async function bundleProgram(source: string): Promise<Buffer> {
  // Inside the checkout, so that imports of its libraries resolve.
  const folder = await mkdtemp(join(import.meta.dirname, '../../.minimal-'));
  try {
    const entry = join(folder, 'main.tsx');
    await writeFile(entry, source);
    const outfile = join(folder, 'out.js');
    await build({
      entryPoints: [entry],
      outfile,
      bundle: true,
      minify: true,
      format: 'esm',
      target: 'es2022',
      jsx: 'automatic',
      define: { 'process.env.NODE_ENV': '"production"' },
      legalComments: 'none',
      logLevel: 'error',
    });
    return await readFile(outfile);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
