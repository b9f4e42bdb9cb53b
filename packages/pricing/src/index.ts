export * from './money.ts';
export * from './price-cart.ts';
