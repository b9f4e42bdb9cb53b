export { sandboxKey } from '../launcher/servers/payment-provider.ts';
export * from './books.ts';
export * from './check-books.ts';
export { isBroken, report } from './findings.ts';
