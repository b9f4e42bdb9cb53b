import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as contracts from '@kinmel/contracts';
import { outboxes } from './books.ts';

const services = path.join(__dirname, '../../../services');

const isEvent = (value: unknown): value is contracts.EventDefinition =>
  typeof value === 'object' && value !== null && 'type' in value && 'version' in value && 'data' in value;
const definitions = Object.entries(contracts).flatMap(([name, definition]) =>
  isEvent(definition) ? [{ name, type: definition.type, key: contracts.routingKeyOf(definition) }] : [],
);
/** Routing key of an event by the name that its definition is exported under. */
const typeOf = new Map(definitions.map(({ name, key }) => [name, key]));

it('every service that takes events has the routes by which an admin looks after what it parked, and follows a record', () => {
  const consumers = [...new Set(Object.values(contracts.eventConsumers).flat())].sort();
  expect(Object.keys(contracts.parkedMessages).sort()).toEqual(consumers);
  expect(Object.keys(contracts.eventsOfRecord).sort()).toEqual(consumers);
  for (const service of consumers) {
    const app = readFileSync(path.join(services, service, 'src/app.ts'), 'utf8');
    expect(app).toContain(`parkedMessagesRoutes('${service}', context)`);
    expect(app).toContain(`recordEventsRoutes('${service}', context)`);
  }
});

it('every collection with an outbox is one that the books are read from (I-8, I-17)', () => {
  const found: string[] = [];
  for (const file of readdirSync(services, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.store.ts') || file.includes('node_modules')) continue;
    const text = readFileSync(path.join(services, file), 'utf8');
    // Requests of all kinds share their schema, and so their outbox.
    if (!/\.\.\.outboxFields|= requestSchema\(/.test(text) || path.basename(file) === 'requests.store.ts')
      continue;
    const collection = path.basename(file, '.store.ts').replaceAll('-', '_');
    found.push(`${file.split(path.sep)[0]}.${collection}`);
  }
  expect(found.sort()).toEqual(outboxes.map((names) => names.join('.')).sort());
});

it('who takes one version of an event takes each that there is, until the old one is gone', () => {
  const lacking = definitions.filter(
    ({ type, key }) =>
      !(key in contracts.eventConsumers) &&
      definitions.some((other) => other.type === type && other.key in contracts.eventConsumers),
  );
  expect(lacking.map(({ key }) => key)).toEqual([]);
  for (const { type, key } of definitions)
    if (key !== type && type in contracts.eventConsumers)
      expect(contracts.eventConsumers[key]).toEqual(contracts.eventConsumers[type]);
});

it('every event names those who subscribe to it as its consumers, and nobody else (I-3, I-8)', () => {
  const subscribed = new Map<string, string[]>();
  for (const file of readdirSync(services, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.subscriptions.ts') || file.includes('node_modules')) continue;
    const [service = ''] = file.split(path.sep);
    for (const [, name = ''] of readFileSync(path.join(services, file), 'utf8').matchAll(
      /(?:onEvents?|(?:account|order|request|booking)Mail)\(\s*(?!definition\b)(\w+)/g,
    )) {
      const type = typeOf.get(name) ?? `${name}, which is no event`;
      subscribed.set(type, [...(subscribed.get(type) ?? []), service]);
    }
  }
  const sorted = (entries: Iterable<readonly [string, readonly string[]]>) =>
    Object.fromEntries([...entries].map(([type, consumers]) => [type, [...consumers].sort()]));
  expect(sorted(Object.entries(contracts.eventConsumers))).toEqual(sorted(subscribed));
});
