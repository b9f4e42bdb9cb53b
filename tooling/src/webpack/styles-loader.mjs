import { withWidths } from '@kinmel/ui/widths';

/** Webpack loader: media queries may name a layout, and the rules of a CSS Module are in the cascade layer of its owner. */
export default function stylesLoader(css) {
  const { layer } = this.getOptions();
  const styles = css.replaceAll(/@media[^{]+/g, withWidths);
  return layer ? `@layer ${layer} {\n${styles}\n}` : styles;
}
