import { defaultCircuit } from '@kinmel/service-kit';
import { defaultLimits } from './policies/admission/limits.ts';
import { defaultReads } from './upstreams/upstreams.ts';

/** Limits that are part of the program; an installation cannot change them. */
export const gatewaySettings = {
  circuit: defaultCircuit,
  reads: defaultReads,
  limits: defaultLimits,
  /** Whether pages without a parameter are rendered before they are requested. */
  prerenders: true,
  /** How long a request waits for its count in Redis. Milliseconds. */
  countMs: 100,
  /** How often revisions of other machines are copied, if the registry is shared. Milliseconds. */
  fetchRegistryMs: 2_000,
};

export type GatewaySettings = Readonly<typeof gatewaySettings>;
