import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { WireEvent } from '@kinmel/service-kit';
import { providerWithMetadata, Verifier } from '@pact-foundation/pact';
import { z } from 'zod';
import { eventually } from '../eventually.ts';

/** The pacts of the checkout, or others, such as those of deployed versions: `mfe-catalog@1.2.3-order.json`. */
function pactsFolder(): URL {
  const otherFolder = process.env['KINMEL_PACTS_FOLDER'];
  return otherFolder ? pathToFileURL(`${otherFolder}/`) : new URL('../../../../pacts/', import.meta.url);
}

const pactSchema = z.object({
  interactions: z.array(z.object({ providerStates: z.array(z.object({ name: z.string() })).default([]) })),
});

/** All consumers with a contract for a service. */
export const consumersOf = (provider: string): string[] =>
  readdirSync(pactsFolder())
    .filter((name) => name.endsWith(`-${provider}.json`))
    .map((name) => name.slice(0, -`-${provider}.json`.length));

/** Reads again when the consumer's test is writing the file at the same time. */
const readPact = (file: URL) =>
  eventually(() => {
    const text = readFileSync(file, 'utf8');
    return { text, pact: pactSchema.parse(JSON.parse(text)) };
  });

/** Values of a state that only the service knows. */
type State = Readonly<Record<string, string>> | void;

export interface Provider {
  readonly name: string;
  /** The running service; without it a contract with requests fails. */
  readonly server?: http.Server;
  /** Sets up a state by name; an unknown state fails. Its values replace `fromProviderState` in the contract. */
  readonly states?: Readonly<Record<string, () => State | Promise<State>>>;
  /** Makes the service publish the event with a description, and returns it. */
  readonly events?: Readonly<Record<string, () => Promise<WireEvent>>>;
  /** Replaces headers whose value is a secret. */
  readonly headers?: Readonly<Record<string, string>>;
}

function addressOf(server: http.Server): string {
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The server does not listen.');
  return `http://127.0.0.1:${address.port}`;
}

/** Verifies a running service against the contract of one consumer. */
export async function verifyContract(
  consumer: string,
  { name, server, states = {}, events = {}, headers = {} }: Provider,
): Promise<void> {
  const file = new URL(`${consumer}-${name}.json`, pactsFolder());
  if (!existsSync(file)) throw new Error(`${consumer} has no contract with ${name}.`);
  const { text, pact } = await readPact(file);
  const stateNames = pact.interactions.flatMap(({ providerStates }) =>
    providerStates.map((state) => state.name),
  );
  const unknownStates = stateNames.filter((state) => !(state in states));
  if (unknownStates.length > 0) throw new Error(`${name} has no such state: ${unknownStates.join('; ')}.`);
  const copyFolder = await mkdtemp(path.join(tmpdir(), 'kinmel-pact-'));
  const copy = path.join(copyFolder, 'pact.json');
  await writeFile(copy, text);
  const verifier = new Verifier({
    provider: name,
    ...(server ? { providerBaseUrl: addressOf(server) } : {}),
    pactUrls: [copy],
    stateHandlers: Object.fromEntries(
      Object.entries(states).map(([state, setUp]) => [state, async () => (await setUp()) ?? {}]),
    ),
    messageProviders: Object.fromEntries(
      Object.entries(events).map(([description, publish]) => [
        description,
        async (descriptor) => {
          const event = await publish();
          const metadata = { routingKey: event.type, contentType: 'application/json' };
          return providerWithMetadata(async () => event, metadata)(descriptor);
        },
      ]),
    ),
    requestFilter: (request, _response, next) => {
      for (const [header, value] of Object.entries(headers))
        if (request.headers[header] !== undefined) request.headers[header] = value;
      // Sets the length as browsers do; the proxy would send a body of unknown length.
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
