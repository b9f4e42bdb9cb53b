export * from '../page/products.ts';
export * from '../page/users.ts';
export { hydratePage, placeholderWidgets as standIns } from './hydrate-page.tsx';
