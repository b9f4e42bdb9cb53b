/** Webpack loader: the rules of a CSS Module are in the cascade layer of its owner. */
export default function cascadeLayerLoader(css) {
  return `@layer ${this.getOptions().layer} {\n${css}\n}`;
}
