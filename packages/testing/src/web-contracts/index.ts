export * from '../contracts/contract-between.ts';
export * from './send-to.ts';
