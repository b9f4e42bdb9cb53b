export { sandboxKey } from '../payment-sandbox/methods.ts';
export { checkBooks, judgeBooks, readPiecesOfShop } from './check-books.ts';
export type { Finding } from './report.ts';
export { report } from './report.ts';
export { type AcknowledgedOrder, type Beforehand, type PiecesOfProducts, readerOf } from './snapshot.ts';
