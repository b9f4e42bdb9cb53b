export * from '../contracts/contract-between.ts';
export * from '../contracts/signed-challenge.ts';
export * from './exchange.ts';
export * from './send-to.ts';
