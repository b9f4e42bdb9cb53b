import type { SeedPicture } from '../seed-product.ts';

/** The views that are drawn of sample products; the words finish the text alternative. */
const viewWords = {
  pair: 'back and front',
  back: 'back',
  front: 'front',
  lying: 'back and front, lying flat',
  open: 'open, seen from the front left',
  angle: 'seen from the front right',
  case: 'with its charging case',
} as const;

/**
 * The pictures of a product, the one for its card first.
 * The first view is the file `<slug>.webp`, every other one `<slug>-<view>.webp`.
 */
export function picturesOf(
  slug: string,
  subject: string,
  views: readonly [keyof typeof viewWords, ...(keyof typeof viewWords)[]],
): SeedPicture[] {
  return views.map((view, position) => ({
    file: position === 0 ? `${slug}.webp` : `${slug}-${view}.webp`,
    alt: `${subject}, ${viewWords[view]}`,
  }));
}
