import type { Endpoint, EventDefinition } from '@kinmel/contracts';
import * as contracts from '@kinmel/contracts';
import { asyncApiDocument } from './asyncapi.ts';
import { codeOwners } from './code-owners.ts';
import { decisionIndex } from './decision-index.ts';
import { openApiDocument } from './openapi.ts';

/** Every group of endpoints that the contracts export under a name ending in `Endpoints`. */
export function allEndpoints(): Endpoint[] {
  return Object.entries(contracts)
    .filter(([name]) => name.endsWith('Endpoints'))
    .flatMap(([, group]) => Object.values(group as Record<string, Endpoint>));
}

/** Every group of events that the contracts export under a name ending in `Events`. */
export function allEvents(): EventDefinition[] {
  return Object.entries(contracts)
    .filter(([name]) => name.endsWith('Events'))
    .flatMap(([, group]) => Object.values(group as Record<string, EventDefinition>));
}

/** The generated documents: path in the repository → text. */
export function generatedDocuments(repository: string): Map<string, string> {
  const text = (document: unknown) => `${JSON.stringify(document, null, 2)}\n`;
  return new Map([
    ['docs/api/openapi.json', text(openApiDocument(allEndpoints()))],
    ['docs/events/asyncapi.json', text(asyncApiDocument(allEvents()))],
    ['docs/decisions/README.md', decisionIndex(repository)],
    ['.github/CODEOWNERS', codeOwners(repository)],
  ]);
}
