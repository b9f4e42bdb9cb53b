/**
 * The layouts of the shop by their widest window, in CSS pixels. Pages have no other widths. Styles name them as custom
 * media do, `@media (--phone)`, and the build replaces the names.
 */
export const widestWindowPx = { 'small-phone': 480, phone: 768, tablet: 1023, laptop: 1279 } as const;

type Layout = keyof typeof widestWindowPx;
const isLayout = (name: string): name is Layout => Object.hasOwn(widestWindowPx, name);

/** The media query of a layout: its windows and all that are narrower. */
export const upTo = (layout: Layout): string => `(max-width: ${widestWindowPx[layout]}px)`;

/** A text with the media query of each layout that it names, such as `(--phone)`. */
export const withWidths = (text: string): string =>
  text.replaceAll(/\(--([\w-]+)\)/g, (_, name: string) => {
    if (!isLayout(name))
      throw new Error(`There is no layout "${name}", only ${Object.keys(widestWindowPx).join(', ')}.`);
    return upTo(name);
  });
