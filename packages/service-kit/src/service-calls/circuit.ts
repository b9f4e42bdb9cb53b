import CircuitBreaker from 'opossum';

export interface CircuitOptions {
  /** Minimum number of requests in ten seconds before it can open. */
  readonly volumeThreshold: number;
  readonly errorThresholdPercent: number;
  /** How long an open circuit refuses before it tries a request, in milliseconds. */
  readonly resetMs: number;
  /** Limit of requests in progress, so that a slow service cannot exhaust memory. */
  readonly capacity: number;
}

/** Defaults of the gateway and of service clients. */
export const defaultCircuit: CircuitOptions = {
  volumeThreshold: 10,
  errorThresholdPercent: 50,
  resetMs: 5000,
  capacity: 512,
};

/** `open` refuses all requests, `half-open` tries one. */
export type CircuitState = 'closed' | 'half-open' | 'open';

/** The circuit of one service, shared by all its callers in the process. */
export type Circuit = ReturnType<typeof createCircuit>;

export interface CircuitParts extends Partial<CircuitOptions> {
  /** Errors that count as failures of the service, by default all. Error answers do not count. */
  readonly isServiceFailure?: (error: unknown) => boolean;
  /** The error when the circuit is `open` or at capacity (`busy`). */
  readonly refusal: (reason: 'open' | 'busy') => Error;
  readonly onChange?: (state: CircuitState) => void;
}

/** A circuit breaker without a timeout: requests have their own. */
export function createCircuit(
  name: string,
  { isServiceFailure = () => true, refusal, onChange, ...limits }: CircuitParts,
) {
  const { volumeThreshold, errorThresholdPercent, resetMs, capacity } = { ...defaultCircuit, ...limits };
  const breaker = new CircuitBreaker<[() => Promise<unknown>], unknown>((action) => action(), {
    name,
    timeout: false,
    // Unused, and sorting all response times every second costs more than the circuit.
    rollingPercentilesEnabled: false,
    enableSnapshots: false,
    volumeThreshold,
    errorThresholdPercentage: errorThresholdPercent,
    resetTimeout: resetMs,
    capacity,
    errorFilter: (error: unknown) => !isServiceFailure(error),
  });
  breaker.on('open', () => onChange?.('open'));
  breaker.on('halfOpen', () => onChange?.('half-open'));
  breaker.on('close', () => onChange?.('closed'));

  return {
    /** Rejects without running the action while the circuit is open or at capacity. */
    run: async <Result>(action: () => Promise<Result>): Promise<Result> => {
      try {
        // The breaker returns the result of the action.
        return (await breaker.fire(action)) as Result;
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? error.code : undefined;
        if (code === 'EOPENBREAKER') throw refusal('open');
        if (code === 'ESEMLOCKED') throw refusal('busy');
        throw error;
      }
    },
    get state(): CircuitState {
      if (breaker.halfOpen) return 'half-open';
      return breaker.opened ? 'open' : 'closed';
    },
    /** Stops its timers. */
    shutdown: () => breaker.shutdown(),
  };
}
