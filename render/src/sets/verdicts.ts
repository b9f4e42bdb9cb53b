import { type Circuit, createCircuit, type Logger } from '@kinmel/service-kit';
import { BadVersionError, RenderError, SetRefusedError } from './render-errors.ts';

/** The least recently rendered versions above this number are forgotten. */
const maxVersions = 200;

/** One circuit breaker per version of a remote: opens when half of at least four pages in ten seconds failed. */
const limits = { volumeThreshold: 4, errorThresholdPercent: 50, resetMs: 30_000, capacity: 256 };

/** The circuit breakers of all versions, by the outcomes of their pages. */
export class Verdicts {
  readonly #circuits = new Map<string, { readonly remote: string; readonly circuit: Circuit }>();
  readonly #logger: Logger;
  readonly #limits: typeof limits;

  constructor(logger: Logger, changes: Partial<typeof limits> = {}) {
    this.#logger = logger;
    this.#limits = { ...limits, ...changes };
  }

  /** Renders a page of this version; rejects at once with a BadVersionError while its breaker is open. */
  run(remote: string, version: string, render: () => Promise<string>): Promise<string> {
    return this.#of(remote, version).run(render);
  }

  /** Counts a failure of a version that occurred on the page of another. */
  async countFailure(remote: string, version: string, error: unknown): Promise<void> {
    await this.#of(remote, version)
      .run(() => Promise.reject(error))
      .catch(() => undefined);
  }

  isBad(remote: string, version: string): boolean {
    return this.#circuits.get(`${remote} ${version}`)?.circuit.state === 'open';
  }

  /** The remotes that have a version with an open breaker. */
  get remotesWithOpenBreaker(): readonly string[] {
    return [...this.#circuits.values()].flatMap(({ remote, circuit }) =>
      circuit.state === 'open' ? [remote] : [],
    );
  }

  close(): void {
    for (const { circuit } of this.#circuits.values()) circuit.shutdown();
    this.#circuits.clear();
  }

  #of(remote: string, version: string): Circuit {
    const key = `${remote} ${version}`;
    const entry = this.#circuits.get(key);
    if (entry) return entry.circuit;
    const circuit = createCircuit(key, {
      ...this.#limits,
      // When a worker ended while loading, the loading part is at fault, not the requested page.
      isServiceFailure: (error) =>
        error instanceof RenderError && (error.loading === undefined || error.loading === remote),
      refusal: (reason) =>
        reason === 'open'
          ? new BadVersionError(`pages of ${key} failed too often`)
          : new SetRefusedError(`too many pages of ${key} wait`),
      onChange: (state) => this.#logger.warn({ remote, version, state }, 'the breaker of a version changed'),
    });
    this.#circuits.set(key, { remote, circuit });
    for (const [oldestKey, { circuit: oldestCircuit }] of this.#circuits) {
      if (this.#circuits.size <= maxVersions) break;
      oldestCircuit.shutdown();
      this.#circuits.delete(oldestKey);
    }
    return circuit;
  }
}
