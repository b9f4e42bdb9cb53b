export * from './answers.ts';
export * from './money.ts';
export * from './offer-fields.ts';
export * from './payment-methods.ts';
export * from './policy-fields.ts';
export * from './product-fields.ts';
export * from './products.ts';
export * from './remotes.ts';
