import { isPortFree } from './processes/ports.ts';
import { gateway, render, type ServicePart, type StackPorts, services } from './services/services.ts';

/** Each takes about 80 MB for each of the eight parts. */
export const maxInstances = 9;

/** Of the database and of the broker; each takes about 300 MB. */
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

/** Two gateways suffice to show concurrency faults; without a balancer there is one. */
const countOf = (part: ServicePart, count: number, isBalanced: boolean): number =>
  part === gateway && count > 1 ? (isBalanced ? 2 : 1) : count;

/**
 * The ports of all instances. A single one has the port of its part. Of several, the balancer has it; without one the
 * first instance, which then gets all requests.
 */
export function placeInstances(
  ports: StackPorts,
  options: { readonly count: number; readonly isBalanced: boolean; readonly further: readonly number[] },
): PartInstances[] {
  const { count, isBalanced, further } = options;
  const free = further.values();
  const next = () => {
    const { value } = free.next();
    if (value === undefined) throw new Error('Too few free ports');
    return value;
  };
  return [...services, render, gateway].map((part) => {
    const port = part === gateway ? ports.gateway : (ports.services[part.name] ?? ports.render);
    const ofPart = countOf(part, count, isBalanced);
    const own = Array.from({ length: ofPart }, (_, index) =>
      ofPart === 1 || (index === 0 && !isBalanced) ? port : next(),
    );
    return { part, port, instances: own };
  });
}

/** Free ports below the range of outgoing connections, so that none takes one while its instance restarts. */
export async function furtherPorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  for (let port = 14_000 + Math.floor(Math.random() * 10_000); ports.length < count; port += 1)
    if (await isPortFree(port)) ports.push(port);
  return ports;
}
