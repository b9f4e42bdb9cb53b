import type { Stack } from '@kinmel/tooling/stack';

/** A running shop as the rows see it. */
export interface MeasuredShop {
  gatewayUrl: string;
  catalogUrl: string;
  authUrl: string;
  /** Of the sample data. */
  customer: { id: string; email: string; password: string };
  admin: { id: string; email: string; password: string };
  /** Gateway, render process and services; the processor time of these is counted. */
  serverPids: number[];
  gatewayPids: number[];
  authPids: number[];
  catalogPids: number[];
  /** Database and broker, counted where a row says so. */
  storePids: number[];
  productIds: string[];
  mongodbUrl: string;
  amqpUrl: string;
  /** On the disk that the database writes to. */
  dataFolder: string;
}

/** What every shop that is measured is started with: the limits protect it from strangers, and here the client is one address on purpose. */
export const withoutLimits: NodeJS.ProcessEnv = {
  GATEWAY_READS_PER_MINUTE: '100000000',
  GATEWAY_WRITES_PER_MINUTE: '100000000',
  SIGNUPS_PER_HOUR: '1000000',
  ORDERS_PER_HOUR: '100000000',
  ORDER_MAX_OPEN_ORDERS: '100000000',
  ORDER_MAX_OPEN_PIECES: '100000000',
  LOG_LEVEL: 'warn',
};

export async function measuredShop(stack: Stack): Promise<MeasuredShop> {
  const pidsOf = (part: string) => stack.pids[part] ?? [];
  return {
    gatewayUrl: `http://127.0.0.1:${stack.ports.gateway}`,
    catalogUrl: stack.urls.services['catalog'] ?? '',
    authUrl: stack.urls.services['auth'] ?? '',
    customer: stack.people.customer,
    admin: stack.people.admin,
    serverPids: ['gateway', 'render', ...Object.keys(stack.urls.services)].flatMap(pidsOf),
    gatewayPids: pidsOf('gateway'),
    authPids: pidsOf('auth'),
    catalogPids: pidsOf('catalog'),
    storePids: ['database', 'broker'].flatMap(pidsOf),
    productIds: await productIdsOf(stack),
    mongodbUrl: stack.urls.mongodb,
    amqpUrl: stack.urls.amqp,
    dataFolder: stack.folders.data,
  };
}

async function productIdsOf(stack: Stack): Promise<string[]> {
  const pages = await Promise.all(
    [1, 2].map(async (page) => {
      const answer = await fetch(`${stack.urls.shop}/api/products?limit=100&page=${page}`);
      return ((await answer.json()) as { data: { id: string }[] }).data;
    }),
  );
  return pages.flat().map((product) => product.id);
}
