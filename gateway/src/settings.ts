import { type CircuitOptions, defaultCircuit } from '@kinmel/service-kit';
import { defaultLimits, type Limits } from './policies/admission/limits.ts';
import { defaultReads, type ReadsBound } from './upstreams/upstreams.ts';

/** Bounds that are part of the program: no installation sets them. */
export interface GatewaySettings {
  readonly circuit: CircuitOptions;
  readonly reads: ReadsBound;
  readonly limits: Limits;
  /** Whether pages without a parameter are rendered before they are requested. */
  readonly prerenders: boolean;
  /** How long a request waits for its count in Redis. Milliseconds. */
  readonly countMs: number;
  /** How often revisions of other machines are copied, if the registry is shared. Milliseconds. */
  readonly fetchRegistryMs: number;
}

export const gatewaySettings: GatewaySettings = {
  circuit: defaultCircuit,
  reads: defaultReads,
  limits: defaultLimits,
  prerenders: true,
  countMs: 100,
  fetchRegistryMs: 2_000,
};
