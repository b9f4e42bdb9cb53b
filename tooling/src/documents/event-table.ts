import { type EventDefinition, eventConsumers, routingKeyOf } from '@kinmel/contracts';

const header = `# Events

Written by \`npm run documents\` from \`packages/contracts/src/event-consumers.ts\` and the definitions of the events. Their fields: [asyncapi.json](asyncapi.json).
The gateway and each instance of catalog also hear product and offer events, to drop what they have cached.

| Event | Published by | Consumed by | What happened |
| --- | --- | --- | --- |
`;

/** Content of `docs/events/README.md`: publisher and consumers of each event. */
export const eventTable = (events: readonly EventDefinition[]): string =>
  events
    .toSorted((one, other) => (routingKeyOf(one) < routingKeyOf(other) ? -1 : 1))
    .reduce((table, event) => {
      const key = routingKeyOf(event);
      const consumers: readonly string[] = eventConsumers[key] ?? [];
      return `${table}| ${key} | ${event.owner} | ${consumers.join(', ') || 'nobody'} | ${event.summary} |\n`;
    }, header);
