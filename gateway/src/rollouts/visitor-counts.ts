import { wideNetworkOf } from '@kinmel/service-kit';
import type { VisitorFigures } from './failure-budget.ts';

/** Bounds the memory: visitors of a version beyond this number are not counted. */
const maxVisitors = 50_000;

interface Counts {
  readonly visitors: Set<string>;
  readonly failing: Set<string>;
  /** Failing visitors by network. */
  readonly networks: Map<string, number>;
}

/**
 * Counts the visitors of versions, and those who reported failures, each once, in this gateway's memory.
 * @param failingPerNetwork how many failing visitors of one network count: forging reports is easy, owning networks is
 * not
 */
export function createVisitorCounts(failingPerNetwork: number) {
  const counts = new Map<string, Counts>();

  function countsOf(part: string, version: string): Counts {
    const key = `${part} ${version}`;
    const ownCounts = counts.get(key) ?? { visitors: new Set(), failing: new Set(), networks: new Map() };
    counts.set(key, ownCounts);
    return ownCounts;
  }

  /** @returns whether the visitor is counted */
  function countPage(part: string, version: string, visitor: string): boolean {
    const { visitors } = countsOf(part, version);
    if (visitors.size < maxVisitors) visitors.add(visitor);
    return visitors.has(visitor);
  }

  return {
    countPage,
    /**
     * With several gateways, the page may have come from another one: the visitor is counted now.
     * @returns whether the figures have changed
     */
    countFailure(part: string, version: string, visitor: string, address: string): boolean {
      if (!countPage(part, version, visitor)) return false;
      const { failing, networks } = countsOf(part, version);
      if (failing.has(visitor)) return false;
      failing.add(visitor);
      const network = wideNetworkOf(address);
      const before = networks.get(network) ?? 0;
      networks.set(network, before + 1);
      return before < failingPerNetwork;
    },
    figuresOf(part: string, version: string): VisitorFigures {
      const ownCounts = counts.get(`${part} ${version}`);
      if (!ownCounts) return { visitors: 0, failing: 0, networks: 0 };
      const { visitors, failing, networks } = ownCounts;
      const excess = networks.values().map((count) => Math.max(0, count - failingPerNetwork));
      const ignored = excess.reduce((sum, count) => sum + count, 0);
      // Ignored failures are not counted as visitors either, so that a version that fails for all stays at 100 %.
      return {
        visitors: visitors.size - ignored,
        failing: failing.size - ignored,
        networks: networks.size,
      };
    },
    /** Forgets all other versions, so that a version that is deployed again starts anew. */
    keepOnly(versions: readonly (readonly [part: string, version: string])[]): void {
      const keys = new Set(versions.map((version) => version.join(' ')));
      for (const key of counts.keys()) if (!keys.has(key)) counts.delete(key);
    },
  };
}
