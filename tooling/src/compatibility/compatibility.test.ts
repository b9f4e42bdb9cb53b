import { join } from 'node:path';
import { z } from 'zod';
import { breachText, compareWithRelease } from './compatibility.ts';
import type { Facts } from './facts.ts';
import { addSchema } from './schema-facts.ts';

// The type checker reads all stores.
jest.setTimeout(60_000);

const repository = join(__dirname, '../../..');

let facts: Facts;
let breaches: readonly string[];

beforeAll(async () => {
  const compared = await compareWithRelease(repository);
  facts = compared.facts;
  breaches = compared.breaches.map(breachText);
});

// See docs/how-to/change-what-services-share.md.
it('nothing that the last release reads or requires is gone or changed', () => expect(breaches).toEqual([]));

it.each([
  ['a field of an event', 'event order.placed lines[].quantity', 'integer minimum 1'],
  ['a type that events and calls share', 'type Money amountInMinorUnits', 'MinorUnits'],
  ['a call between services', 'call POST /internal/reservations body.lines', /^array minItems 1/],
  ['a public call that a service makes', 'call GET /api/products/{id} answer.data', 'Product'],
  ['a setting', 'setting MAIL_SEAL_KEY', /^string/],
  ['a stored field', 'stored order.orders idempotency.key', 'string'],
  ['a stored field of the kit', 'stored every.outbox sentAt', /Date/],
  ['a stored field of a kind of requests', 'stored service-request.Return lines', 'array of object'],
  ['an index', 'index auth.users emailKey_1', 'unique'],
  ['a retired index', 'index service-request.returns orderId_1_turn_1', 'retired'],
])('the list has %s', (_, name, words) => expect(facts.get(name)).toMatch(words));

it('a schema shows what is optional, nullable, refused or deprecated', () => {
  const schema = z.strictObject({
    name: z.string().max(40),
    note: z.string().nullable().optional(),
    place: z.object({ city: z.string() }).nullable(),
    tags: z.array(z.enum(['new', 'old'])),
    sums: z.record(z.string(), z.int()),
    either: z.union([z.string(), z.int()]),
    old: z.string().optional().meta({ deprecated: true }),
  });
  const schemaFacts = new Map<string, string>();
  addSchema(schemaFacts, 'event a.b', z.toJSONSchema(schema, { io: 'input' }));
  expect(Object.fromEntries(schemaFacts)).toEqual({
    'event a.b': 'object without other fields',
    'event a.b name': 'string maxLength 40',
    'event a.b note': 'optional null or string',
    'event a.b place': 'null or object',
    'event a.b place.city': 'string',
    'event a.b tags': 'array of string enum ["new","old"]',
    'event a.b sums': 'object',
    'event a.b sums{}': 'integer',
    'event a.b either': 'anything',
    'event a.b either|1': 'string',
    'event a.b either|2': 'integer',
    'event a.b old': 'optional string deprecated',
  });
});
