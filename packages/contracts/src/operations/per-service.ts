/** The services that staff operate, by the name in the ids of their endpoints. */
const services = {
  catalog: 'Catalog',
  notification: 'Notification',
  offer: 'Offer',
  order: 'Order',
  'service-request': 'ServiceRequest',
} as const;

type Service = keyof typeof services;

/** The same endpoints for each service. */
export const perService = <Endpoints>(endpointsOf: (service: Service, name: string) => Endpoints) =>
  Object.fromEntries(
    Object.entries(services).map(([service, name]) => [service, endpointsOf(service as Service, name)]),
  ) as Readonly<Record<Service, Endpoints>>;
