export * from '../page/products.ts';
export * from '../page/users.ts';
export { answering } from './answering.ts';
export { drawOnServer } from './draw-on-server.tsx';
export { watchReads } from './watch-reads.ts';
