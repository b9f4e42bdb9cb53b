import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

const benchFolder = join(import.meta.dirname, '../..');

/** Builds a small React program of one file, minified, with the shop's own copies of its libraries. */
export async function bundleProgram(source: string): Promise<Buffer> {
  // In the checkout, so that the libraries are found.
  const folder = await mkdtemp(join(benchFolder, '.minimal-'));
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
