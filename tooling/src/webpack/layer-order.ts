/** Names of the cascade layers of a stylesheet in order of first appearance. */
export function layersOf(css: string): string[] {
  const names = [...css.matchAll(/@layer\s+([^{};]+)[{;]/g)].flatMap(([, list = '']) => list.split(','));
  return [...new Set(names.map((name) => name.trim()))];
}

/**
 * The fault of a stylesheet whose layers are not in the declared order, which would make components lose their styles.
 * @param declared stylesheet with the order
 */
export function layerFault(css: string, declared: string): string | undefined {
  const order = layersOf(declared);
  const actual = layersOf(css).filter((name) => order.includes(name));
  const expected = order.filter((name) => actual.includes(name));
  if (actual.join() === expected.join()) return undefined;
  return `The layers of the style sheet are ${actual.join(', ')}, and should be ${expected.join(', ')}`;
}
