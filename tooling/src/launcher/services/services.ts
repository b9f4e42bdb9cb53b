import { type ProcessName, processPorts } from '@kinmel/service-kit/ports';

/** A process of the shop. Its `config.ts` declares what it reads, calls and stores. */
export interface ServicePart {
  name: string;
  folder: string;
  port: number;
  /** Environment variable with its own port. */
  portVariable: string;
  /** Environment variable with its address for other processes. */
  urlVariable: string;
  /** The CPU limit of one container. */
  cpuMillis: number;
  memoryMegabytes: { needed: number; limit: number };
  /** Source of its worker thread, bundled separately as `worker.mjs`. */
  worker?: string;
  /** A collection that its `src/seed/main.ts` fills. The seed runs only while it is empty. */
  seeds?: string;
  /** Why it may call public addresses; other processes must not. */
  callsOut?: string;
}

export function part(name: string, port: number, overrides: Partial<ServicePart> = {}): ServicePart {
  const variable = name.toUpperCase().replaceAll('-', '_');
  return {
    name,
    folder: name,
    port,
    portVariable: `${variable}_PORT`,
    urlVariable: `${variable}_URL`,
    cpuMillis: 100,
    memoryMegabytes: { needed: 192, limit: 512 },
    ...overrides,
  };
}

const processOf = (name: ProcessName, overrides: Partial<ServicePart>) =>
  part(name, processPorts[name], overrides);

const service = (name: ProcessName, overrides: Pick<ServicePart, 'seeds' | 'callsOut'> = {}) =>
  processOf(name, { folder: `services/${name}`, ...overrides });

/** Builds, seeds (in this order), starts, containers, Kubernetes and tests use this list. */
export const services: ServicePart[] = [
  service('auth', { seeds: 'users' }),
  service('catalog', { seeds: 'products' }),
  service('offer', { seeds: 'offers' }),
  service('order', {
    seeds: 'orders',
    callsOut:
      "Payments, when a key is set. The providers' IP addresses are not fixed, so all public ones are allowed.",
  }),
  service('notification'),
  service('service-request', { seeds: 'sell_requests' }),
  service('device', {
    seeds: 'devices',
    callsOut: 'The register of stolen phones, when its address is set. All public addresses are allowed.',
  }),
];

/** Server-side rendering. It has no data and no secret, and the shop works without it. */
export const render = processOf('render', {
  worker: 'src/worker/worker.ts',
  cpuMillis: 200,
  memoryMegabytes: { needed: 384, limit: 768 },
});

/** The public address; started last. */
export const gateway = processOf('gateway', {
  cpuMillis: 200,
  memoryMegabytes: { needed: 256, limit: 512 },
});

export type StackPorts = ReturnType<typeof stackPorts>;

export function portFrom(env: NodeJS.ProcessEnv, variable: string, fallback: number): number {
  const text = env[variable];
  if (text === undefined || text === '') {
    if (fallback > 65_535) throw new Error(`--port-offset: ${variable} would be ${fallback}, beyond 65535`);
    return fallback;
  }
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Error(`${variable}: expected a port number, 1 to 65535`);
  }
  return port;
}

/** Ports of a stack: an environment variable takes precedence over the default plus `offset`. */
export function stackPorts(offset = 0, env: NodeJS.ProcessEnv = process.env) {
  const portOf = (variable: string, port: number) => portFrom(env, variable, port + offset);
  return {
    gateway: portOf(gateway.portVariable, gateway.port),
    mongodb: portOf('MONGODB_PORT', 27_018),
    rabbitmq: portOf('RABBITMQ_PORT', 5673),
    /** SMTP and web port of the mail catcher. */
    smtp: portOf('SMTP_PORT', 1025),
    mailPage: portOf('MAIL_PAGE_PORT', 1080),
    paymentSandbox: portOf('PAYMENT_SANDBOX_PORT', processPorts['payment-sandbox']),
    render: portOf(render.portVariable, render.port),
    /** By service name. */
    services: Object.fromEntries(
      services.map(({ name, portVariable, port }) => [name, portOf(portVariable, port)]),
    ),
  };
}
