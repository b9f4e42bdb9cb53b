import CircuitBreaker from 'opossum';
import { UpstreamError } from './upstream-error.ts';

export interface CircuitOptions {
  /** Requests within ten seconds below which no verdict is made. */
  readonly volumeThreshold: number;
  readonly errorThresholdPercent: number;
  /** How long an opened circuit refuses before it tries one request; milliseconds. */
  readonly resetMs: number;
  /** Requests under way at once; more are refused, so that one slow service cannot hold all our memory. */
  readonly capacity: number;
}

export const defaultCircuit: CircuitOptions = {
  volumeThreshold: 10,
  errorThresholdPercent: 50,
  resetMs: 5000,
  capacity: 512,
};

/** Guards one service: the proxy, the kept answers and the first data of pages share its verdict. */
export interface Circuit {
  run<Result>(action: () => Promise<Result>): Promise<Result>;
  readonly state: 'closed' | 'half-open' | 'open';
  shutdown(): void;
}

export function createCircuit(
  name: string,
  options: CircuitOptions,
  onChange: (state: Circuit['state']) => void,
): Circuit {
  const breaker = new CircuitBreaker<[() => Promise<unknown>], unknown>((action) => action(), {
    name,
    // Deadlines are kept by the requests themselves, which then also end.
    timeout: false,
    volumeThreshold: options.volumeThreshold,
    errorThresholdPercentage: options.errorThresholdPercent,
    resetTimeout: options.resetMs,
    capacity: options.capacity,
    // Only silence counts against a service; what it answered, it answered.
    errorFilter: (error: unknown) => !(error instanceof UpstreamError),
  });
  breaker.on('open', () => onChange('open'));
  breaker.on('halfOpen', () => onChange('half-open'));
  breaker.on('close', () => onChange('closed'));

  return {
    run: async <Result>(action: () => Promise<Result>): Promise<Result> => {
      try {
        // The breaker hands through what the action gave.
        return (await breaker.fire(action)) as Result;
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? error.code : undefined;
        if (code === 'EOPENBREAKER') throw new UpstreamError('open');
        if (code === 'ESEMLOCKED') throw new UpstreamError('busy');
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
