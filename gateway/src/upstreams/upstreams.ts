import { Agent } from 'node:http';
import type { Endpoint } from '@kinmel/contracts';
import {
  type AdmissionQueueOptions,
  type Circuit,
  type CircuitOptions,
  createAdmissionQueue,
  createCircuit,
  defaultCircuit,
} from '@kinmel/service-kit';
import { type FetchOptions, fetchAnswer } from './fetch-answer.ts';
import { UpstreamError } from './upstream-error.ts';

export type ServiceName = Endpoint['owner'];

/** One service as the gateway reaches it. */
export type Upstream = ReturnType<typeof createUpstream>;
export type Upstreams = ReturnType<typeof createUpstreams>;

export interface UpstreamsOptions {
  readonly addresses: Partial<Record<ServiceName, string>>;
  readonly circuit?: Partial<CircuitOptions>;
  readonly reads?: Partial<ReadsBound>;
  readonly onCircuit?: (service: ServiceName, state: Circuit['state']) => void;
}

/** How many public reads a service is asked for at once, and how long others wait for their turn. */
export type ReadsBound = Omit<AdmissionQueueOptions, 'refusal' | 'now'>;

/** How long a connection may take to be made, and an unused one is kept; milliseconds. Deadlines begin with the connection. */
const connectMs = 4_000;

const defaultReads: ReadsBound = { atOnce: 64, patientMs: 1_000, hurriedMs: 50, standingAfterMs: 250 };

export function createUpstreams({ addresses, circuit, reads, onCircuit }: UpstreamsOptions) {
  const upstreams = new Map<ServiceName, Upstream>();
  for (const [name, address] of Object.entries(addresses) as [ServiceName, string | undefined][]) {
    if (address)
      upstreams.set(
        name,
        createUpstream(
          name,
          new URL(address),
          { circuit: { ...defaultCircuit, ...circuit }, reads: { ...defaultReads, ...reads } },
          onCircuit,
        ),
      );
  }
  return {
    get: (name: ServiceName) => upstreams.get(name),
    all: [...upstreams.values()],
    close: () => {
      for (const { agent, circuit: guard } of upstreams.values()) {
        agent.destroy();
        guard.shutdown();
      }
    },
  };
}

function createUpstream(
  name: ServiceName,
  target: URL,
  { circuit: options, reads }: { readonly circuit: CircuitOptions; readonly reads: ReadsBound },
  onCircuit: UpstreamsOptions['onCircuit'],
) {
  const agent = new Agent({
    keepAlive: true,
    maxSockets: options.capacity,
    maxFreeSockets: 64,
    timeout: connectMs,
  });
  const circuit = createCircuit(name, {
    ...options,
    // Clients that do not send their bodies must not be able to open the circuit.
    isSilence: (error) => error instanceof UpstreamError && error.fault !== 'aborted',
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
     * One GET with the whole answer in memory, guarded by the circuit. Few at once, the others wait a little: more at
     * once would not be answered sooner by a service that computes. Rejects with an UpstreamError.
     */
    get: (path: string, fetchOptions: Pick<FetchOptions, 'deadlineMs' | 'headers'>) =>
      queue.run(() => circuit.run(() => fetchAnswer(new URL(path, target), fetchOptions))),
    /** Whether the service says that it can work; never longer than the deadline, past the circuit. */
    isReady: async (deadlineMs: number): Promise<boolean> => {
      try {
        const { status } = await fetchAnswer(new URL('/health/ready', target), { deadlineMs });
        return status === 200;
      } catch {
        return false;
      }
    },
  };
}
