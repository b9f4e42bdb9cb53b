/** A process of the shop: where its source is and what tells it and others where it listens. */
export interface ServicePart {
  name: string;
  folder: string;
  port: number;
  /** Variable that sets its port, for the process itself and for a person who wants another one. */
  portVariable: string;
  /** Variable by which the gateway and other services learn its address. */
  urlVariable: string;
  /** The file of a thread that it starts: a bundle of its own beside the other, `worker.mjs`. */
  worker?: string;
  /** A collection that its `src/seed/main.ts` fills; the seed runs while it is empty. */
  seeds?: string;
}

/** The only list of services: builds, seeds (in this order), starts, ports, Docker files and tests follow it. The render process stands beside it. */
export const services: ServicePart[] = [
  {
    name: 'auth',
    folder: 'services/auth',
    port: 4100,
    portVariable: 'AUTH_PORT',
    urlVariable: 'AUTH_URL',
    seeds: 'users',
  },
  {
    name: 'catalog',
    folder: 'services/catalog',
    port: 4101,
    portVariable: 'CATALOG_PORT',
    urlVariable: 'CATALOG_URL',
    seeds: 'products',
  },
  {
    name: 'offer',
    folder: 'services/offer',
    port: 4103,
    portVariable: 'OFFER_PORT',
    urlVariable: 'OFFER_URL',
    seeds: 'offers',
  },
  {
    name: 'order',
    folder: 'services/order',
    port: 4102,
    portVariable: 'ORDER_PORT',
    urlVariable: 'ORDER_URL',
    seeds: 'orders',
  },
  {
    name: 'notification',
    folder: 'services/notification',
    port: 4105,
    portVariable: 'NOTIFICATION_PORT',
    urlVariable: 'NOTIFICATION_URL',
  },
  {
    name: 'service-request',
    folder: 'services/service-request',
    port: 4104,
    portVariable: 'SERVICE_REQUEST_PORT',
    urlVariable: 'SERVICE_REQUEST_URL',
    seeds: 'sell_requests',
  },
];

/** Draws pages on a server. It has no data and no secret, and the shop goes on without it. */
export const render: ServicePart = {
  name: 'render',
  folder: 'render',
  port: 4107,
  portVariable: 'RENDER_PORT',
  urlVariable: 'RENDER_URL',
  worker: 'src/worker/worker.ts',
};

/** The public address; it is started last, when there is something behind it. */
export const gateway: ServicePart = {
  name: 'gateway',
  folder: 'gateway',
  port: 8080,
  portVariable: 'GATEWAY_PORT',
  urlVariable: 'GATEWAY_URL',
};

export interface StackPorts {
  gateway: number;
  mongodb: number;
  rabbitmq: number;
  /** Where the mail catcher takes mails, and where it shows them. */
  smtp: number;
  mailPage: number;
  paymentSandbox: number;
  render: number;
  /** By name of the service. */
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

/** The ports of a stack: a variable wins over the default moved by `offset`. */
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
