export * from './verify-contract.ts';
