import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Endpoint, EventDefinition } from '@kinmel/contracts';
import * as contracts from '@kinmel/contracts';
import { readCommandLine } from '../bootstrap/command-line.ts';
import { asyncApiDocument } from './asyncapi.ts';
import { codeOwners } from './code-owners.ts';
import { decisionIndex } from './decision-index.ts';
import { deploymentFiles } from './deployment.ts';
import { eventTable } from './event-table.ts';
import { failureBudget } from './failure-budget.ts';
import { foldPacts } from './fold-pacts.ts';
import { jsonText } from './json-text.ts';
import { lifeDiagrams } from './life-diagrams.ts';
import { openApiDocument } from './openapi.ts';
import { securityEventsPage } from './security-events.ts';
import { staffRightsPage } from './staff-rights.ts';
import { teamWorkflows } from './team-workflows.ts';

/** All endpoints that the contracts export. */
export const allEndpoints = (): Endpoint[] => contracts.endpointsIn({ ...contracts });

const isEvent = (exported: unknown): exported is EventDefinition =>
  typeof exported === 'object' && exported !== null && 'type' in exported && 'version' in exported;

/** All events that the contracts export. */
export const allEvents = (): EventDefinition[] => Object.values(contracts as object).filter(isEvent);

/** Generated documents by path in the repository. */
export async function generatedDocuments(repository: string): Promise<Map<string, string>> {
  const text = (document: unknown) => `${jsonText(document)}\n`;
  return new Map([
    ['docs/api/openapi.json', text(openApiDocument(allEndpoints()))],
    ['docs/events/asyncapi.json', text(asyncApiDocument(allEvents()))],
    ['docs/events/README.md', eventTable(allEvents())],
    ['docs/staff-rights.md', staffRightsPage(allEndpoints())],
    ['docs/security-events.md', securityEventsPage()],
    ...lifeDiagrams(),
    ['docs/decisions/README.md', decisionIndex(repository)],
    ['docs/failure-budget.md', failureBudget(repository)],
    ['.github/CODEOWNERS', codeOwners(repository)],
    ...teamWorkflows(repository),
    ...(await deploymentFiles(repository)),
  ]);
}

const help = `npm run documents

Writes docs/api, docs/events and docs/lives from the contracts, the index of docs/decisions, docs/failure-budget.md from the cases of its
test, .github/CODEOWNERS and the workflow of each team from the owners of remotes and services, and docker-compose.yml and deploy/k8s/base
from deploy/templates, the list of processes (tooling/src/launcher/services/services.ts) and what each reads (its config.ts). Puts each
interaction of pacts/ on a line.
`;

async function writeDocuments(): Promise<void> {
  readCommandLine(help, {});
  const repository = join(import.meta.dirname, '../../..');
  for (const [path, text] of await generatedDocuments(repository)) {
    await mkdir(dirname(join(repository, path)), { recursive: true });
    await writeFile(join(repository, path), text);
    console.log(`wrote ${path}`);
  }
  await foldPacts(join(repository, 'pacts'));
}

if (import.meta.main)
  writeDocuments().catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
