/** The services with operations endpoints, by their name in endpoint ids. */
const services = {
  catalog: 'Catalog',
  notification: 'Notification',
  offer: 'Offer',
  order: 'Order',
  'service-request': 'ServiceRequest',
  device: 'Device',
} as const;

type Service = keyof typeof services;

/** Declares the same endpoints for each service. */
export const perService = <Endpoints>(endpointsOf: (service: Service, name: string) => Endpoints) =>
  Object.fromEntries(
    Object.entries(services).map(([service, name]) => [service, endpointsOf(service as Service, name)]),
  ) as Readonly<Record<Service, Endpoints>>;
