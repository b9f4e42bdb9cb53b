/**
 * The port of each process of the shop: for itself, for those that call it, for containers and for Kubernetes. A variable
 * of its own (`CATALOG_PORT`) changes it in one environment.
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
  /** Stands for the payment providers; never in production. */
  'payment-sandbox': 4110,
  gateway: 8080,
} as const;

export type ProcessName = keyof typeof processPorts;
