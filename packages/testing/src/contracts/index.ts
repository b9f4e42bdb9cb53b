export * from './message-contract.ts';
export * from './verify-contract.ts';
