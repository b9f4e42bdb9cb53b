export * from './offer-price.ts';
export * from './percent-of.ts';
export * from './price-cart.ts';
