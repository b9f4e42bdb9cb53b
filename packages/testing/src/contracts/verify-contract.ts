import { readdirSync, readFileSync } from 'node:fs';
import type http from 'node:http';
import { fileURLToPath } from 'node:url';
import type { WireEvent } from '@kinmel/service-kit';
import { providerWithMetadata, Verifier } from '@pact-foundation/pact';
import { z } from 'zod';

const folder = new URL('../../../../pacts/', import.meta.url);

const pactSchema = z.object({
  consumer: z.object({ name: z.string() }),
  provider: z.object({ name: z.string() }),
  interactions: z.array(
    z.object({
      type: z.string(),
      description: z.string(),
      providerStates: z.array(z.object({ name: z.string() })).default([]),
    }),
  ),
});

const pacts = () =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => {
      const file = fileURLToPath(new URL(name, folder));
      return { file, ...pactSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) };
    });

/** Everybody who wrote down what they need of a service, by name: nobody has to be put on a list to be listened to. */
export const consumersOf = (provider: string): string[] =>
  pacts()
    .filter((pact) => pact.provider.name === provider)
    .map((pact) => pact.consumer.name);

export interface Provider {
  readonly name: string;
  /** The running service that is asked; without it a contract that asks anything fails. */
  readonly server?: http.Server;
  /** Brings the service into the state of that name. A state that a contract names and this does not know fails. */
  readonly states?: Readonly<Record<string, () => unknown>>;
  /** Makes the service publish the event of that description, and answers it. */
  readonly events?: Readonly<Record<string, () => Promise<WireEvent>>>;
  /** What stands for a secret that a contract cannot know: put in place of such a header wherever one is sent. */
  readonly headers?: Readonly<Record<string, string>>;
}

function addressOf(server: http.Server): string {
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The server does not listen.');
  return `http://127.0.0.1:${address.port}`;
}

/** Checks a running service against all that one consumer needs of it, answers and events; rejects with what is missing. */
export async function verifyContract(
  consumer: string,
  { name, server, states = {}, events = {}, headers = {} }: Provider,
): Promise<void> {
  const pact = pacts().find((one) => one.consumer.name === consumer && one.provider.name === name);
  if (pact === undefined) throw new Error(`${consumer} has no contract with ${name}.`);
  const asked = pact.interactions.flatMap(({ providerStates }) => providerStates.map((state) => state.name));
  const unknown = asked.filter((state) => !(state in states));
  if (unknown.length > 0) throw new Error(`${name} knows no such state: ${unknown.join('; ')}.`);
  await new Verifier({
    provider: name,
    ...(server ? { providerBaseUrl: addressOf(server) } : {}),
    pactUrls: [pact.file],
    stateHandlers: Object.fromEntries(
      Object.entries(states).map(([state, set]) => [state, async () => void (await set())]),
    ),
    messageProviders: Object.fromEntries(
      Object.entries(events).map(([description, cause]) => [
        description,
        async (descriptor) => {
          const event = await cause();
          const metadata = { routingKey: event.type, contentType: 'application/json' };
          return providerWithMetadata(async () => event, metadata)(descriptor);
        },
      ]),
    ),
    requestFilter: (request, _response, next) => {
      for (const [header, value] of Object.entries(headers))
        if (request.headers[header] !== undefined) request.headers[header] = value;
      // As browsers do; the proxy in between would say that a body of unknown length follows.
      if (request.method === 'POST') request.headers['content-length'] ??= '0';
      next();
    },
    logLevel: 'error',
  }).verifyProvider();
}
