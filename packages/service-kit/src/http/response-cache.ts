import { type CachedResponse, makeCachedResponse } from './cached-response.ts';

export interface ResponseCacheOptions {
  /** How many answers at most; the one not asked for the longest goes first. */
  readonly maxEntries?: number;
  readonly maxBytes?: number;
}

/**
 * A bounded cache of cached responses. Callers who ask for the same key at once share one making. `drop` forgets
 * everything: an answer whose making began before the drop still reaches those who asked then, but is not kept,
 * and nobody who asks after the drop is given it.
 */
export class ResponseCache {
  readonly #maxEntries: number;
  readonly #maxBytes: number;
  readonly #kept = new Map<string, CachedResponse>();
  readonly #making = new Map<string, Promise<CachedResponse>>();
  #bytes = 0;
  #generation = 0;

  constructor({ maxEntries = 500, maxBytes = 32 * 1024 * 1024 }: ResponseCacheOptions = {}) {
    this.#maxEntries = maxEntries;
    this.#maxBytes = maxBytes;
  }

  /** How many answers are kept now. */
  get size(): number {
    return this.#kept.size;
  }

  /** The cached response at once, for a caller that wants to stay synchronous. */
  peek(key: string): CachedResponse | undefined {
    const kept = this.#kept.get(key);
    if (kept) {
      this.#kept.delete(key);
      this.#kept.set(key, kept);
    }
    return kept;
  }

  /** The answer of this key, made by `make` when there is none. A failed making is not kept and reaches all who wait. */
  get(key: string, make: () => Promise<unknown>): Promise<CachedResponse> {
    const kept = this.peek(key);
    if (kept) return Promise.resolve(kept);
    const underWay = this.#making.get(key);
    if (underWay) return underWay;
    const making = this.#make(key, make, this.#generation);
    this.#making.set(key, making);
    return making;
  }

  drop(): void {
    this.#generation += 1;
    this.#kept.clear();
    this.#making.clear();
    this.#bytes = 0;
  }

  async #make(key: string, make: () => Promise<unknown>, generation: number): Promise<CachedResponse> {
    try {
      const answer = await makeCachedResponse(await make());
      if (generation === this.#generation) this.#keep(key, answer);
      return answer;
    } finally {
      if (generation === this.#generation) this.#making.delete(key);
    }
  }

  #keep(key: string, answer: CachedResponse): void {
    if (answer.size > this.#maxBytes) return;
    this.#kept.set(key, answer);
    this.#bytes += answer.size;
    for (const [oldest, old] of this.#kept) {
      if (this.#kept.size <= this.#maxEntries && this.#bytes <= this.#maxBytes) break;
      this.#kept.delete(oldest);
      this.#bytes -= old.size;
    }
  }
}
