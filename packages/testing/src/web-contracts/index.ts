export * from '../contracts/contract-between.ts';
export * from './exchange.ts';
export * from './send-to.ts';
