import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as contracts from '@kinmel/contracts';
import { publishers } from './books.ts';

const services = path.join(__dirname, '../../../services');

const isEvent = (value: unknown): value is contracts.EventDefinition =>
  typeof value === 'object' && value !== null && 'type' in value && 'version' in value && 'data' in value;
const definitions = Object.entries(contracts).flatMap(([name, definition]) =>
  isEvent(definition) ? [{ name, type: definition.type, key: contracts.routingKeyOf(definition) }] : [],
);
/** Routing keys by the export name of the definition. */
const typeOf = new Map(definitions.map(({ name, key }) => [name, key]));

it('every consuming service has the routes for parked messages and for the events of a record', () => {
  const consumers = [...new Set(Object.values(contracts.eventConsumers).flat())].sort();
  expect(Object.keys(contracts.parkedMessages).sort()).toEqual(consumers);
  expect(Object.keys(contracts.eventsOfRecord).sort()).toEqual(consumers);
  for (const service of consumers) {
    const app = readFileSync(path.join(services, service, 'src/app.ts'), 'utf8');
    expect(app).toContain(`operatorRoutes('${service}', context)`);
  }
});

it('every service with an outbox relay is read (I-8, I-17)', () => {
  const found = readdirSync(services).filter((service) => {
    const context = path.join(services, service, 'src/context.ts');
    return existsSync(context) && readFileSync(context, 'utf8').includes('createMessaging(');
  });
  expect(found.sort()).toEqual([...publishers]);
});

it('a consumer of one version of an event consumes all versions', () => {
  const missing = definitions.filter(
    ({ type, key }) =>
      !(key in contracts.eventConsumers) &&
      definitions.some((other) => other.type === type && other.key in contracts.eventConsumers),
  );
  expect(missing.map(({ key }) => key)).toEqual([]);
  for (const { type, key } of definitions)
    if (key !== type && type in contracts.eventConsumers)
      expect(contracts.eventConsumers[key]).toEqual(contracts.eventConsumers[type]);
});

it('every event lists exactly its subscribers as consumers (I-3, I-8)', () => {
  const subscribers = new Map<string, string[]>();
  for (const file of readdirSync(services, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.subscriptions.ts') || file.includes('node_modules')) continue;
    const [service = ''] = file.split(path.sep);
    for (const [, name = ''] of readFileSync(path.join(services, file), 'utf8').matchAll(
      /(?:onEvent|mailOn)\(\s*(?!definition\b)(?:events\.)?(\w+)/g,
    )) {
      const type = typeOf.get(name) ?? `${name}, which is no event`;
      subscribers.set(type, [...(subscribers.get(type) ?? []), service]);
    }
  }
  const sorted = (entries: Iterable<readonly [string, readonly string[]]>) =>
    Object.fromEntries([...entries].map(([type, consumers]) => [type, [...consumers].sort()]));
  expect(sorted(Object.entries(contracts.eventConsumers))).toEqual(sorted(subscribers));
});
