import { Agent } from 'node:http';
import type { Endpoint } from '@kinmel/contracts';
import {
  type AdmissionQueueOptions,
  type Circuit,
  type CircuitOptions,
  createAdmissionQueue,
  createCircuit,
} from '@kinmel/service-kit';
import { type FetchOptions, fetchAnswer } from './fetch-answer.ts';
import { UpstreamError } from './upstream-error.ts';

export type ServiceName = Endpoint['owner'];

/** A service as seen by the gateway. */
export type Upstream = ReturnType<typeof createUpstream>;
export type Upstreams = ReturnType<typeof createUpstreams>;

export interface UpstreamsOptions {
  readonly addresses: Partial<Record<ServiceName, string>>;
  readonly circuit: CircuitOptions;
  readonly reads: ReadsBound;
  readonly onCircuit?: (service: ServiceName, state: Circuit['state']) => void;
}

/** Limits of concurrent public reads of a service, and of the time that others wait in the queue. */
export type ReadsBound = Omit<AdmissionQueueOptions, 'refusal' | 'now'>;

/**
 * Time limit for connecting, and the time for which an idle connection is kept, in milliseconds. Deadlines
 * begin once connected.
 */
const connectMs = 4_000;

export const defaultReads: ReadsBound = {
  atOnce: 64,
  burstWaitMs: 1_000,
  overloadWaitMs: 50,
  standingAfterMs: 250,
};

export function createUpstreams(options: UpstreamsOptions) {
  const upstreams = new Map<ServiceName, Upstream>();
  for (const [name, address] of Object.entries(options.addresses) as [ServiceName, string | undefined][])
    if (address) upstreams.set(name, createUpstream(name, new URL(address), options));
  return {
    get: (name: ServiceName) => upstreams.get(name),
    all: [...upstreams.values()],
    close: () => {
      for (const { agent, circuit: serviceCircuit } of upstreams.values()) {
        agent.destroy();
        serviceCircuit.shutdown();
      }
    },
  };
}

function createUpstream(
  name: ServiceName,
  target: URL,
  { circuit: circuitOptions, reads, onCircuit }: Omit<UpstreamsOptions, 'addresses'>,
) {
  const { capacity: maxSockets } = circuitOptions;
  const agent = new Agent({ keepAlive: true, maxSockets, maxFreeSockets: 64, timeout: connectMs });
  const circuit = createCircuit(name, {
    ...circuitOptions,
    // Clients that do not send their bodies must not be able to open the circuit.
    isServiceFailure: (error) => error instanceof UpstreamError && error.fault !== 'aborted',
    refusal: (reason) => new UpstreamError(reason),
    onChange: (state) => onCircuit?.(name, state),
  });
  const queue = createAdmissionQueue({ ...reads, refusal: () => new UpstreamError('busy') });
  return {
    name,
    target,
    agent,
    circuit,
    /**
     * A GET with the whole answer in memory, guarded by the circuit. Concurrency is limited, because more
     * concurrent reads would not be answered sooner by a service that is limited by its CPU. Rejects with an
     * UpstreamError.
     */
    get: (path: string, fetchOptions: Pick<FetchOptions, 'deadlineMs' | 'headers'>) =>
      queue.run(() => circuit.run(() => fetchAnswer(new URL(path, target), fetchOptions))),
    /** Whether the service reports that it is ready, within the deadline. Bypasses the circuit. */
    isReady: (deadlineMs: number): Promise<boolean> =>
      fetchAnswer(new URL('/health/ready', target), { deadlineMs }).then(
        ({ status }) => status === 200,
        () => false,
      ),
  };
}
