export * from './contract-between.ts';
export * from './message-contract.ts';
export * from './service-call.ts';
export * from './signed-challenge.ts';
export * from './verify-contract.ts';
