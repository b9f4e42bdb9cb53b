export * from './answers.ts';
export * from './offer-fields.ts';
export * from './payment-methods.ts';
export * from './policy-texts.ts';
export * from './product-fields.ts';
export * from './products.ts';
export * from './remotes.ts';
