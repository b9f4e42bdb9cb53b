export * from './product-list.ts';
export * from './remotes.ts';
