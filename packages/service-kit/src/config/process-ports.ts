/**
 * The default port of each process, used by itself, its callers, containers and Kubernetes. A variable such as
 * `CATALOG_PORT` overrides it in one environment.
 */
export const processPorts = {
  auth: 4100,
  catalog: 4101,
  order: 4102,
  offer: 4103,
  'service-request': 4104,
  notification: 4105,
  device: 4106,
  render: 4107,
  /** Replaces the payment providers; never used in production. */
  'payment-sandbox': 4110,
  gateway: 8080,
} as const;

export type ProcessName = keyof typeof processPorts;
