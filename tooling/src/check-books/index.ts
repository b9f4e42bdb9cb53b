export * from './books.ts';
export * from './check-books.ts';
export { isBroken, piecesOfProducts, report } from './invariants.ts';
export * from './read-books.ts';
