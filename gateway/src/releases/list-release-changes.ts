import {
  allParts,
  type listReleaseChanges as endpoint,
  type QueryOf,
  type RegistryRevision,
  type ReleaseChange,
} from '@kinmel/contracts';
import { type ContentOf, paginationOf } from '@kinmel/service-kit';
import type { ReleasesContext } from './releases-context.ts';

function changeOf({ schema: _schema, active, freezes, ...record }: RegistryRevision): ReleaseChange {
  const { action, part } = record;
  if (action === 'freeze') return { ...record, until: freezes[part]?.until };
  if (action === 'unfreeze') return record;
  const { version, canary } = active[part] ?? {};
  return { ...record, version: canary?.version ?? version, sharePercent: canary?.sharePercent };
}

export async function listReleaseChanges(
  { registry }: Pick<ReleasesContext, 'registry'>,
  { part, page, limit }: QueryOf<typeof endpoint>,
): Promise<ContentOf<typeof endpoint>> {
  const changes = (await registry.history())
    .filter((revision) => part === undefined || [part, allParts].includes(revision.part))
    .toReversed();
  return {
    data: changes.slice((page - 1) * limit, page * limit).map(changeOf),
    pagination: paginationOf({ page, limit }, changes.length),
  };
}
