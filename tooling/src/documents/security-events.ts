import { securityEvents } from '@kinmel/service-kit';

/** Content of `docs/security-events.md`. */
export function securityEventsPage(): string {
  const rows = Object.entries(securityEvents).map(([name, text]) => `| \`${name}\` | ${text} |`);
  return `# Security events

Written by \`npm run documents\` from \`packages/service-kit/src/observability/security-events.ts\`, the only place that logs one. Each is a
log line of level \`warn\` with its name in \`securityEvent\`, the \`accountId\` if there is one, and the \`network\` of the client; \`requestId\`
joins it with the access lines of gateway and services.

The network is a keyed hash of the address's first 24 bits (IPv4) or 48 bits (IPv6). Its key is random, of one day and one process, and never
stored: lines of a day can be grouped, and no address can be computed from them. No line of a log has an address, a name or an e-mail.

| Event | When |
| --- | --- |
${rows.join('\n')}
`;
}
