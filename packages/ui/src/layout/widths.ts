/**
 * The layouts of the shop, each with the width of its widest window in CSS pixels. Pages use no other widths. Styles
 * name them as custom media, `@media (--phone)`, and the build replaces the names.
 */
export const widestWindowPx = {
  'small-phone': 480,
  phone: 768,
  tablet: 1023,
  'small-laptop': 1119,
  laptop: 1279,
} as const;

type Layout = keyof typeof widestWindowPx;
const isLayout = (name: string): name is Layout => Object.hasOwn(widestWindowPx, name);

/** The media query for windows of this layout and narrower ones. */
export const upTo = (layout: Layout): string => `(max-width: ${widestWindowPx[layout]}px)`;

/** Replaces the layouts that a text names, such as `(--phone)`, by their media queries. */
export const withWidths = (text: string): string =>
  text.replaceAll(/\(--([\w-]+)\)/g, (_, name: string) => {
    if (!isLayout(name))
      throw new Error(`There is no layout "${name}", only ${Object.keys(widestWindowPx).join(', ')}.`);
    return upTo(name);
  });
