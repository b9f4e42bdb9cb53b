export * from './eventually.ts';
export * from './servers/index.ts';
