export * from './answer-readers.ts';
export * from './product-list.ts';
export * from './products.ts';
export * from './readers.ts';
export * from './remotes.ts';
