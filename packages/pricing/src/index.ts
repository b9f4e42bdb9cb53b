export * from './money.ts';
export * from './price-cart.ts';
export * from './price-return.ts';
export * from './refund-texts.ts';
