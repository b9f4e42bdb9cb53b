import { isPortFree } from './processes/ports.ts';
import { gateway, render, type ServicePart, type StackPorts, services } from './services/services.ts';

/** Each instance takes about 80 MB for each of the eight parts. */
export const maxInstances = 9;

/** Members of the database and nodes of the broker; each takes about 300 MB. */
export const maxReplicas = 5;

/** The ports on which the instances of a part listen. */
export interface PartInstances {
  readonly part: ServicePart;
  /** The port that callers use: of the balancer, or of the first instance. */
  readonly port: number;
  readonly instances: readonly number[];
}

/** `order`, then `order-2`: used in logs, and to kill or restart an instance. */
export const instanceName = (part: string, index: number): string =>
  index === 0 ? part : `${part}-${index + 1}`;

/** Two gateways suffice to reveal concurrency faults; without a balancer there is one. */
const countOf = (part: ServicePart, count: number, isBalanced: boolean): number =>
  part === gateway && count > 1 ? (isBalanced ? 2 : 1) : count;

/**
 * The ports of all instances. The port of a part belongs to its only instance, or to the balancer. Without a balancer the
 * first instance has it and gets all requests.
 */
export function placeInstances(
  ports: StackPorts,
  options: { readonly count: number; readonly isBalanced: boolean; readonly further: readonly number[] },
): PartInstances[] {
  const { count, isBalanced, further } = options;
  const remainingPorts = further.values();
  const next = () => {
    const { value } = remainingPorts.next();
    if (value === undefined) throw new Error('Too few free ports');
    return value;
  };
  return [...services, render, gateway].map((part) => {
    const port = part === gateway ? ports.gateway : (ports.services[part.name] ?? ports.render);
    const instanceCount = countOf(part, count, isBalanced);
    const instancePorts = Array.from({ length: instanceCount }, (_, index) =>
      instanceCount === 1 || (index === 0 && !isBalanced) ? port : next(),
    );
    return { part, port, instances: instancePorts };
  });
}

/** Free ports below the ephemeral range, so that no outgoing connection takes one while its instance restarts. */
export async function furtherPorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  for (let port = 14_000 + Math.floor(Math.random() * 10_000); ports.length < count; port += 1)
    if (await isPortFree(port)) ports.push(port);
  return ports;
}
