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
  /** Database and broker, counted where a row says so. */
  storePids: number[];
  productIds: string[];
  mongodbUrl: string;
  amqpUrl: string;
  /** On the disk that the database writes to. */
  dataFolder: string;
}
