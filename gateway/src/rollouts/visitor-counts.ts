import { isIPv4 } from 'node:net';
import { ipKeyGenerator } from 'express-rate-limit';
import type { VisitorFigures } from './failure-budget.ts';

/** Bounds the memory: of a version, later visitors are not counted. */
const maxVisitors = 50_000;

interface Counts {
  readonly visitors: Set<string>;
  readonly failing: Set<string>;
  /** Failing visitors by network. */
  readonly networks: Map<string, number>;
}

/** The network of an address: /24 of IPv4, /48 of IPv6, which one subscriber can have. */
export function networkOf(address: string): string {
  const key = ipKeyGenerator(address, 48);
  return isIPv4(key) ? key.replace(/\d+$/, '0/24') : key;
}

/** Counts the visitors of versions, and those who reported failures, each once, in this gateway's memory. */
export class VisitorCounts {
  readonly #counts = new Map<string, Counts>();
  readonly #failingPerNetwork: number;

  /** @param failingPerNetwork of a network and version, no more count: reports are easily forged, networks are not */
  constructor(failingPerNetwork: number) {
    this.#failingPerNetwork = failingPerNetwork;
  }

  /** Whether the visitor is among the counted ones. */
  countPage(part: string, version: string, visitor: string): boolean {
    const { visitors } = this.#of(part, version);
    if (visitors.size < maxVisitors) visitors.add(visitor);
    return visitors.has(visitor);
  }

  /**
   * With several gateways, the page may have come from another one: the visitor is counted now.
   * @returns whether the figures have changed
   */
  countFailure(part: string, version: string, visitor: string, address: string): boolean {
    if (!this.countPage(part, version, visitor)) return false;
    const { failing, networks } = this.#of(part, version);
    if (failing.has(visitor)) return false;
    failing.add(visitor);
    const network = networkOf(address);
    const before = networks.get(network) ?? 0;
    networks.set(network, before + 1);
    return before < this.#failingPerNetwork;
  }

  figuresOf(part: string, version: string): VisitorFigures {
    const counts = this.#counts.get(`${part} ${version}`);
    if (!counts) return { visitors: 0, failing: 0, networks: 0 };
    const { visitors, networks } = counts;
    const excess = networks.values().map((failing) => Math.max(0, failing - this.#failingPerNetwork));
    const ignored = excess.reduce((sum, one) => sum + one, 0);
    // They do not count as visitors either, so that the share of a version that fails for all stays 100 %.
    return {
      visitors: visitors.size - ignored,
      failing: counts.failing.size - ignored,
      networks: networks.size,
    };
  }

  /** Forgets all other versions, so that a version that is deployed again starts anew. */
  keepOnly(versions: readonly (readonly [part: string, version: string])[]): void {
    const kept = new Set(versions.map((version) => version.join(' ')));
    for (const key of this.#counts.keys()) if (!kept.has(key)) this.#counts.delete(key);
  }

  #of(part: string, version: string): Counts {
    const key = `${part} ${version}`;
    const known = this.#counts.get(key);
    if (known) return known;
    const counts = {
      visitors: new Set<string>(),
      failing: new Set<string>(),
      networks: new Map<string, number>(),
    };
    this.#counts.set(key, counts);
    return counts;
  }
}
