import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { WireEvent } from '@kinmel/service-kit';
import { providerWithMetadata, Verifier } from '@pact-foundation/pact';
import { z } from 'zod';
import { eventually } from '../eventually.ts';

const folder = new URL('../../../../pacts/', import.meta.url);

const pactSchema = z.object({
  interactions: z.array(z.object({ providerStates: z.array(z.object({ name: z.string() })).default([]) })),
});

/** Everybody who wrote down what they need of a service, by name: nobody has to be put on a list to be listened to. */
export const consumersOf = (provider: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(`-${provider}.json`))
    .map((name) => name.slice(0, -`-${provider}.json`.length));

/** The text of a contract. Its consumer's test may be writing it at this moment, side by side with this one: then it is read again. */
const readPact = (file: URL) =>
  eventually(() => {
    const text = readFileSync(file, 'utf8');
    return { text, pact: pactSchema.parse(JSON.parse(text)) };
  });

/** What a state answers: nothing, or values that only the service knows. */
type State = Readonly<Record<string, string>> | void;

export interface Provider {
  readonly name: string;
  /** The running service that is asked; without it a contract that asks anything fails. */
  readonly server?: http.Server;
  /**
   * Brings the service into the state of that name. A state that a contract names and this does not know fails. What one answers
   * stands where the contract says `fromProviderState`.
   */
  readonly states?: Readonly<Record<string, () => State | Promise<State>>>;
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
  const file = new URL(`${consumer}-${name}.json`, folder);
  if (!existsSync(file)) throw new Error(`${consumer} has no contract with ${name}.`);
  const { text, pact } = await readPact(file);
  const asked = pact.interactions.flatMap(({ providerStates }) => providerStates.map((state) => state.name));
  const unknown = asked.filter((state) => !(state in states));
  if (unknown.length > 0) throw new Error(`${name} knows no such state: ${unknown.join('; ')}.`);
  const copyFolder = await mkdtemp(path.join(tmpdir(), 'kinmel-pact-'));
  const copy = path.join(copyFolder, 'pact.json');
  await writeFile(copy, text);
  const verifier = new Verifier({
    provider: name,
    ...(server ? { providerBaseUrl: addressOf(server) } : {}),
    pactUrls: [copy],
    stateHandlers: Object.fromEntries(
      Object.entries(states).map(([state, set]) => [state, async () => (await set()) ?? {}]),
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
  });
  try {
    await verifier.verifyProvider();
  } finally {
    await rm(copyFolder, { recursive: true, force: true });
  }
}
