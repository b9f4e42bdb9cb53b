/** The names of the cascade layers of a style sheet, in the order in which a browser meets them first. */
export function layersOf(css: string): string[] {
  const names = [...css.matchAll(/@layer\s+([^{};]+)[{;]/g)].flatMap(([, list = '']) => list.split(','));
  return [...new Set(names.map((name) => name.trim()))];
}

/**
 * What is wrong with the layers of a host's style sheet; undefined when nothing is. A layer that comes before one below it loses to
 * it, and every component looks half dressed.
 * @param declared the style sheet that says the order
 */
export function layerFault(css: string, declared: string): string | undefined {
  const order = layersOf(declared);
  const found = layersOf(css).filter((name) => order.includes(name));
  const wanted = order.filter((name) => found.includes(name));
  if (found.join() === wanted.join()) return undefined;
  return `The layers of the style sheet are ${found.join(', ')}, and should be ${wanted.join(', ')}`;
}
