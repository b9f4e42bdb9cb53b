export * from './price-cart.ts';
