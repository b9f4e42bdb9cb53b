export * from '../page/products.ts';
export * from '../page/users.ts';
export { renderOnServer, renderPageOnServer } from './render-on-server.tsx';
export { watchReads } from './watch-reads.ts';
