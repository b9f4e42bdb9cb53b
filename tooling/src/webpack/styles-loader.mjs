import { withWidths } from '@kinmel/ui/widths';

/** Webpack loader: replaces layout names in media queries, and wraps a CSS Module in the cascade layer of its owner. */
export default function stylesLoader(css) {
  const { layer } = this.getOptions();
  const styles = css.replaceAll(/@media[^{]+/g, withWidths);
  return layer ? `@layer ${layer} {\n${styles}\n}` : styles;
}
