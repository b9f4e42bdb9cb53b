/** A row of the plan that nothing measures so far. */
export interface MissingRow {
  /** Number and name, as in the other rows. */
  readonly row: string;
  readonly says: string;
  /** What another test holds of it meanwhile. */
  readonly today: string;
}

export const notYet: readonly MissingRow[] = [
  {
    row: '8 growth',
    says: 'rows 1, 2, 3 cold and row 5 at 1,000, 10,000 and 100,000 products: documents examined for each one returned, and time over that of 1,000',
    today: 'every query of a run has its index (`e2e/logs`)',
  },
  {
    row: '9 one to three instances',
    says: 'throughput of three instances of catalog and of order over that of one, and processor time for each request',
    today: 'races over two instances lose and double nothing (`services/order`, `services/catalog`)',
  },
  {
    row: '10 overload',
    says: 'good answers at twice the measured peak over the peak, p99 of what is accepted, time until all is normal',
    today: 'bounds of the gateway and of the services refuse with 503 and when to come again',
  },
];
