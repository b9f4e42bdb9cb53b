import { existsSync } from 'node:fs';
import { join } from 'node:path';

const repository = join(import.meta.dirname, '../..');

/** Where the masters of product pictures live; a seed makes the shop's sizes from them. */
export const seedPictures = join(repository, 'services/catalog/src/seed/pictures');

export const seedMaster = (picture: string): string => join(seedPictures, `${picture}.webp`);

export interface SiteArt {
  /** The files are `<file>-<width>.avif` and `.webp`. */
  file: string;
  /** Name of the picture in the catalogue. */
  picture: string;
  widths: readonly number[];
}

const banner = [480, 800, 1400];
const tile = [320, 640];

export const siteArtFolder = join(repository, 'mfe-catalog/src/art');

/** What the pages of mfe-catalog show beside products. */
export const siteArt: readonly SiteArt[] = [
  { file: 'hero', picture: 'hero', widths: banner },
  { file: 'sell', picture: 'sell', widths: banner },
  { file: 'phone-marigold', picture: 'phone-marigold', widths: tile },
  { file: 'iphone15-natural', picture: 'iphone-15-pro-max-natural-titanium', widths: tile },
  { file: 'lap-graphite', picture: 'macbook-pro-14-m4-space-black', widths: tile },
  { file: 'lap-silver', picture: 'acer-swift-go-14-pure-silver', widths: tile },
  { file: 'w-pine', picture: 'apple-watch-series-10-46mm-silver', widths: tile },
  { file: 'w-orange', picture: 'apple-watch-ultra-2-orange-ocean-band', widths: tile },
  { file: 'head-sand', picture: 'soundcore-space-one-latte-cream', widths: tile },
];

/** A picture is committed as a product's master, as art of the site, or both; a new one starts as a master. */
export const isMaster = (picture: string): boolean =>
  existsSync(seedMaster(picture)) || !siteArt.some((art) => art.picture === picture);
