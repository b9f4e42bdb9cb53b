import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Endpoint, eventEnvelopeSchema, routingKeyOf } from '@kinmel/contracts';
import { type IndexedModel, kitModels, type ServiceModels } from '@kinmel/service-kit';
import mongoose from 'mongoose';
import { z } from 'zod';
import { sidesOf } from '../deploy/verified-contracts.ts';
import { allEndpoints, allEvents } from '../documents/documents.ts';
import { namedSchemas } from '../documents/named-schemas.ts';
import { configSchemaOf } from '../launcher/services/config-schema.ts';
import { gateway, render, services } from '../launcher/services/services.ts';
import { deprecated, type Facts } from './facts.ts';
import { addSchema } from './schema-facts.ts';
import { storedFields } from './stored-fields.ts';

type Schemas = ReturnType<typeof namedSchemas>;

/** Calls such as `GET /api/policy` that a process of the shop makes to another, by the pacts. */
function callsInPacts(repository: string): string[] {
  const folder = join(repository, 'pacts');
  const callers = [...services, gateway].map(({ name }) => name).concat('service-kit');
  return readdirSync(folder)
    .filter((file) => callers.includes(sidesOf(file)?.consumer ?? ''))
    .flatMap((file) => {
      const { interactions } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
        interactions: { request?: { method: string; path: string } }[];
      };
      return interactions.flatMap(({ request }) => (request ? [`${request.method} ${request.path}`] : []));
    });
}

const addressOf = ({ method, path }: Endpoint) => `${method} ${path}`;

/** A call that is no longer in any pact is deprecated, because instances of the last release still make it. */
function addCalls(facts: Map<string, string>, schemas: Schemas, calls: readonly string[], released: Facts) {
  for (const endpoint of allEndpoints()) {
    const address = addressOf(endpoint);
    const pattern = new RegExp(`^${RegExp.escape(address).replaceAll(/\\\{\w+\\\}/g, '[^/]+')}$`);
    const isCalled = calls.some((call) => pattern.test(call));
    if (endpoint.role !== 'service' && !isCalled && !released.has(`call ${address}`)) continue;
    const name = `call ${address}`;
    facts.set(name, `${endpoint.owner} version ${endpoint.version}${isCalled ? '' : deprecated}`);
    for (const part of ['query', 'body', 'answer'] as const) {
      const schema = endpoint[part];
      if (schema !== undefined) addSchema(facts, `${name} ${part}`, schemas.schemaOf(schema));
    }
  }
}

/** Settings are facts by name, because an installation sets each once for all processes that read it. */
async function addSettings(facts: Map<string, string>): Promise<void> {
  const words = new Map<string, Set<string>>([['setting', new Set(['object'])]]);
  for (const part of [...services, render, gateway]) {
    const schema = z.toJSONSchema(await configSchemaOf(part.folder), { io: 'input', unrepresentable: 'any' });
    const ownFacts = new Map<string, string>();
    addSchema(ownFacts, 'setting', schema);
    for (const [name, text] of ownFacts) words.set(name, (words.get(name) ?? new Set()).add(text));
  }
  // A setting that one process requires is not optional.
  const isOptional = (text: string) => Number(text.startsWith('optional'));
  for (const [name, texts] of words)
    facts.set(name, [...texts].toSorted((a, b) => isOptional(a) - isOptional(b)).join(', and '));
}

/** Describes a unique index; other indexes refuse no write. The expiry is changed in place (docs/how-to/change-an-index.md). */
function uniqueWords({ sparse, partialFilterExpression, collation }: mongoose.IndexOptions): string {
  const where = partialFilterExpression && `where ${JSON.stringify(partialFilterExpression)}`;
  const order = collation && `collation ${JSON.stringify(collation)}`;
  return ['unique', sparse && 'sparse', where, order].filter(Boolean).join(' ');
}

function addIndexes(facts: Map<string, string>, owner: string, models: readonly IndexedModel[]): void {
  for (const { collection, schema, retiredIndexes = [] } of models) {
    const place = `${owner}.${collection.collectionName}`;
    if (!facts.has(`stored ${place}`)) facts.set(`stored ${place}`, 'object');
    for (const [keys, options] of schema.indexes().filter((index) => index[1].unique)) {
      const name = options.name ?? Object.entries(keys).flat().join('_');
      facts.set(`index ${place} ${name}`, uniqueWords(options));
    }
    for (const name of retiredIndexes) facts.set(`index ${place} ${name}`, 'retired');
  }
}

async function modelsOf(repository: string, folder: string): Promise<ServiceModels> {
  const module: Record<string, unknown> = await import(join(repository, folder, 'src/context.ts'));
  const models = Object.entries(module).find(([name]) => name.endsWith('Models'))?.[1];
  if (typeof models !== 'function') throw new Error(`${folder}/src/context.ts has no models`);
  return models as ServiceModels;
}

/** The fields of a required object imply the object, and the status of a successful response implies `success`. */
const isImplied = ([name, words]: readonly [string, string]) =>
  (words === 'object' && name.split(' ').length > 2) || name.endsWith(' answer.success');

/** What services of this checkout exchange and store. @param released its calls are listed even if no pact has them any more */
export async function interfaceOf(repository: string, released: Facts): Promise<Facts> {
  const facts = await storedFields(repository);
  const schemas = namedSchemas('draft-2020-12', undefined, 'input');
  addSchema(facts, 'type EventEnvelope', schemas.schemaOf(eventEnvelopeSchema));
  for (const event of allEvents())
    addSchema(facts, `event ${routingKeyOf(event)}`, schemas.schemaOf(event.data));
  addCalls(facts, schemas, callsInPacts(repository), released);
  for (const [name, schema] of Object.entries(schemas.components)) addSchema(facts, `type ${name}`, schema);
  await addSettings(facts);
  // Never connected, because only declarations are read.
  const connection = mongoose.createConnection();
  addIndexes(facts, 'every', kitModels(connection));
  for (const { name, folder } of services)
    addIndexes(facts, name, (await modelsOf(repository, folder))(mongoose.createConnection()));
  return new Map([...facts].filter((fact) => !isImplied(fact)));
}
