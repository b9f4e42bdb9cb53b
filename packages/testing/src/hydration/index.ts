export * from '../page/products.ts';
export * from '../page/users.ts';
export { hydratePage, standIns } from './hydrate-page.tsx';
