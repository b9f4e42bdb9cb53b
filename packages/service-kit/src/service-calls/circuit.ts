import CircuitBreaker from 'opossum';

/** When a circuit opens, and for how long. */
export interface CircuitOptions {
  /** Requests within ten seconds below which no verdict is made. */
  readonly volumeThreshold: number;
  readonly errorThresholdPercent: number;
  /** How long an opened circuit refuses before it tries one request; milliseconds. */
  readonly resetMs: number;
  /** Requests under way at once; more are refused, so that one slow service cannot hold all our memory. */
  readonly capacity: number;
}

/** What the gateway and every service client use where nothing else is said (H-01, H-03). */
export const defaultCircuit: CircuitOptions = {
  volumeThreshold: 10,
  errorThresholdPercent: 50,
  resetMs: 5000,
  capacity: 512,
};

/** The verdict on a service: `open` refuses everything, `half-open` lets one request try. */
export type CircuitState = 'closed' | 'half-open' | 'open';

/** Guards one service: everything in this process that asks it shares one verdict. */
export interface Circuit {
  /** Gives what the action gives; rejects without trying it while the circuit is open or the service busy. */
  run<Result>(action: () => Promise<Result>): Promise<Result>;
  readonly state: CircuitState;
  /** Ends its timers; it is not used afterwards. */
  shutdown(): void;
}

/** What a circuit is made of beside its limits. */
export interface CircuitParts extends Partial<CircuitOptions> {
  /** Which failures count against the service; every one unless said otherwise. What it answered, it answered. */
  readonly isSilence?: (error: unknown) => boolean;
  /** The error of a request that is not tried: the circuit is `open`, or as many as allowed are under way (`busy`). */
  readonly refusal: (reason: 'open' | 'busy') => Error;
  readonly onChange?: (state: CircuitState) => void;
}

/** A circuit breaker for one service. It keeps no deadline: requests keep their own, and then also end. */
export function createCircuit(
  name: string,
  { isSilence = () => true, refusal, onChange, ...limits }: CircuitParts,
): Circuit {
  const { volumeThreshold, errorThresholdPercent, resetMs, capacity } = { ...defaultCircuit, ...limits };
  const breaker = new CircuitBreaker<[() => Promise<unknown>], unknown>((action) => action(), {
    name,
    timeout: false,
    // Sorting the times of all requests of the last ten seconds, once a second, costs more than the circuit; nobody reads it.
    rollingPercentilesEnabled: false,
    enableSnapshots: false,
    volumeThreshold,
    errorThresholdPercentage: errorThresholdPercent,
    resetTimeout: resetMs,
    capacity,
    errorFilter: (error: unknown) => !isSilence(error),
  });
  breaker.on('open', () => onChange?.('open'));
  breaker.on('halfOpen', () => onChange?.('half-open'));
  breaker.on('close', () => onChange?.('closed'));

  return {
    run: async <Result>(action: () => Promise<Result>): Promise<Result> => {
      try {
        // The breaker hands through what the action gave.
        return (await breaker.fire(action)) as Result;
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? error.code : undefined;
        if (code === 'EOPENBREAKER') throw refusal('open');
        if (code === 'ESEMLOCKED') throw refusal('busy');
        throw error;
      }
    },
    get state() {
      if (breaker.halfOpen) return 'half-open';
      return breaker.opened ? 'open' : 'closed';
    },
    shutdown: () => breaker.shutdown(),
  };
}
