export * from '../page/products.ts';
export * from '../page/users.ts';
export { drawOnServer, drawPage } from './draw-on-server.tsx';
export { watchReads } from './watch-reads.ts';
