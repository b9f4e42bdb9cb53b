export * from './axe-violations.ts';
export * from './browser-layout.ts';
export * from './credit.ts';
export * from './network.ts';
export * from './orders.ts';
export * from './products.ts';
export * from './render-page.tsx';
export * from './users.ts';
