/**
 * The best `count` of the first `total` ordinals, best first, without sorting the others: a heap of the best so far,
 * its worst on top, takes only the few that are better than it. `isBetter` must be an order without ties.
 */
export function bestOrdinals(
  ordinals: Int32Array,
  total: number,
  count: number,
  isBetter: (left: number, right: number) => boolean,
): number[] {
  const heap: number[] = [];
  const size = Math.min(count, total);
  if (size === 0) return heap;

  function sink(from: number): void {
    const ordinal = heap[from] ?? 0;
    let at = from;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBetter(heap[child] ?? 0, heap[child + 1] ?? 0)) child += 1;
      const worse = heap[child] ?? 0;
      if (!isBetter(ordinal, worse)) break;
      heap[at] = worse;
      at = child;
    }
    heap[at] = ordinal;
  }

  for (let at = 0; at < size; at += 1) heap.push(ordinals[at] ?? 0);
  for (let at = (size >> 1) - 1; at >= 0; at -= 1) sink(at);
  for (let at = size; at < total; at += 1) {
    const ordinal = ordinals[at] ?? 0;
    if (!isBetter(ordinal, heap[0] ?? 0)) continue;
    heap[0] = ordinal;
    sink(0);
  }
  return heap.sort((left, right) => (isBetter(left, right) ? -1 : 1));
}
