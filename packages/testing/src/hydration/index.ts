export * from '../page/products.ts';
export * from '../page/users.ts';
export { type Hydration, hydratePage, standIns } from './hydrate-page.tsx';
