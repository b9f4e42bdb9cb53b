import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { build } from 'esbuild';
import { type Browser, chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { readCommandLine, refuseCall } from '../src/bootstrap/command-line.ts';
import { isMaster, seedMaster, seedPictures, siteArt, siteArtFolder } from './targets.ts';

const help = `npm run art -- <name…> [options]

Draws product pictures. The results are committed; no build, start or test runs this.

  <name…>        these pictures: a product's slug, or with -back, -front or -lying
  --all          every committed picture
  --site         the site's art that shows a product, from the product's master, without drawing
  --draft        half the size and few frames: seconds instead of half a minute
  --frames <n>   so many frames
  --to <folder>  puts the pictures there and leaves the committed ones alone
  --missing      skips what that folder already has
`;

const { values: options, positionals } = readCommandLine(help, {
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    site: { type: 'boolean', default: false },
    missing: { type: 'boolean', default: false },
    draft: { type: 'boolean', default: false },
    to: { type: 'string' },
    frames: { type: 'string' },
  },
});

async function writeWhole(file: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  // Renamed into place, so that a stopped run never leaves half a picture.
  await writeFile(`${file}.part`, bytes);
  await rename(`${file}.part`, file);
}

const master = (png: Buffer) => sharp(png).webp({ quality: 80, alphaQuality: 90, effort: 6 }).toBuffer();

async function writeSiteArt(picture: string, source: Buffer): Promise<void> {
  for (const { file, widths } of siteArt.filter((art) => art.picture === picture)) {
    for (const width of widths) {
      const resized = sharp(source).resize({ width });
      const target = join(siteArtFolder, `${file}-${width}`);
      await writeWhole(`${target}.avif`, await resized.clone().avif({ quality: 50, effort: 6 }).toBuffer());
      await writeWhole(`${target}.webp`, await resized.clone().webp({ quality: 74, effort: 6 }).toBuffer());
    }
  }
}

async function openStudio(): Promise<{ browser: Browser; page: Page }> {
  const bundle = await build({
    entryPoints: [join(import.meta.dirname, 'page.ts')],
    bundle: true,
    format: 'iife',
    write: false,
    minify: true,
    loader: { '.woff2': 'dataurl' },
  });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    // Software WebGL: without these three there is none at all.
    args: ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'],
  });
  const page = await browser.newPage();
  await page.addScriptTag({ content: bundle.outputFiles[0]?.text ?? '' });
  return { browser, page };
}

async function drawAll(names: readonly string[]): Promise<void> {
  const { browser, page } = await openStudio();
  try {
    for (const [position, name] of names.entries()) {
      if (options.to && options.missing && (await isThere(join(options.to, `${name}.webp`)))) continue;
      const start = performance.now();
      const frames = Number(options.frames ?? (options.draft ? 8 : 0));
      const base64 = await page.evaluate(
        ([wanted, scale, count]) => window.drawPicture(wanted, { scale, frames: count }),
        [name, options.draft ? 0.5 : 1, frames] as const,
      );
      const png = Buffer.from(base64, 'base64');
      if (options.to) await writeWhole(join(options.to, `${name}.webp`), await master(png));
      else {
        if (isMaster(name)) await writeWhole(seedMaster(name), await master(png));
        await writeSiteArt(name, png);
      }
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      console.log(`${position + 1} of ${names.length}  ${name}  ${seconds} s`);
    }
  } finally {
    await browser.close();
  }
}

const isThere = async (file: string) => (await stat(file).catch(() => undefined)) !== undefined;

async function committedNames(): Promise<string[]> {
  const masters = (await readdir(seedPictures)).map((file) => basename(file, '.webp'));
  return [...new Set([...masters, ...siteArt.map(({ picture }) => picture)])];
}

if (options.site) {
  for (const { picture } of siteArt) {
    if (await isThere(seedMaster(picture))) await writeSiteArt(picture, await readFile(seedMaster(picture)));
  }
} else {
  const names = options.all ? await committedNames() : positionals;
  if (names.length === 0) refuseCall(help, 'Name the pictures to draw, or say --all or --site.');
  await drawAll(names);
}
