export { sandboxKey } from '../payment-sandbox/methods.ts';
export { checkBooks, readPiecesOfShop } from './check-books.ts';
export { report } from './report.ts';
export type { AcknowledgedOrder, Beforehand } from './snapshot.ts';
export { judgeBooks } from './check-books.ts';
export type { Finding } from './report.ts';
