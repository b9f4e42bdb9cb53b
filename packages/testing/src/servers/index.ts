export * from './audited-calls.ts';
export * from './csv.ts';
export * from './stored-events.ts';
export * from './test-broker.ts';
export * from './test-database.ts';
export * from './test-redis.ts';
export * from './test-tokens.ts';
export * from './watched-connection.ts';
