/** A process of the shop. */
export interface ServicePart {
  name: string;
  folder: string;
  port: number;
  /** Environment variable with its own port. */
  portVariable: string;
  /** Environment variable with its address for other processes. */
  urlVariable: string;
  /** Source of its worker thread, bundled separately as `worker.mjs`. */
  worker?: string;
  seeds?: string | undefined;
}

function part(name: string, port: number, more: Partial<ServicePart> = {}): ServicePart {
  const variable = name.toUpperCase().replaceAll('-', '_');
  return {
    name,
    folder: name,
    port,
    portVariable: `${variable}_PORT`,
    urlVariable: `${variable}_URL`,
    ...more,
  };
}

/** @param seeds a collection that its `src/seed/main.ts` fills; the seed runs while it is empty */
const service = (name: string, port: number, seeds?: string): ServicePart =>
  part(name, port, { folder: `services/${name}`, seeds });

/** Builds, seeds (in this order), starts, ports, Docker files and tests use this list. */
export const services: ServicePart[] = [
  service('auth', 4100, 'users'),
  service('catalog', 4101, 'products'),
  service('offer', 4103, 'offers'),
  service('order', 4102, 'orders'),
  service('notification', 4105),
  service('service-request', 4104, 'sell_requests'),
  service('device', 4106, 'devices'),
];

/** Server-side rendering. It has no data and no secret, and the shop works without it. */
export const render = part('render', 4107, { worker: 'src/worker/worker.ts' });

/** The public address; started last. */
export const gateway = part('gateway', 8080);

export interface StackPorts {
  gateway: number;
  mongodb: number;
  rabbitmq: number;
  /** SMTP and web port of the mail catcher. */
  smtp: number;
  mailPage: number;
  paymentSandbox: number;
  render: number;
  /** By service name. */
  services: Record<string, number>;
}

function portFrom(env: NodeJS.ProcessEnv, variable: string, fallback: number): number {
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
export function stackPorts(offset = 0, env: NodeJS.ProcessEnv = process.env): StackPorts {
  return {
    gateway: portFrom(env, gateway.portVariable, gateway.port + offset),
    mongodb: portFrom(env, 'MONGODB_PORT', 27_018 + offset),
    rabbitmq: portFrom(env, 'RABBITMQ_PORT', 5673 + offset),
    smtp: portFrom(env, 'SMTP_PORT', 1025 + offset),
    mailPage: portFrom(env, 'MAIL_PAGE_PORT', 1080 + offset),
    paymentSandbox: portFrom(env, 'PAYMENT_SANDBOX_PORT', 4110 + offset),
    render: portFrom(env, render.portVariable, render.port + offset),
    services: Object.fromEntries(
      services.map(({ name, portVariable, port }) => [name, portFrom(env, portVariable, port + offset)]),
    ),
  };
}
