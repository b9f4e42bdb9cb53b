import {
  type AnswerOf,
  allParts,
  type listReleaseChanges as endpoint,
  type QueryOf,
  type RegistryRevision,
  type ReleaseChange,
} from '@kinmel/contracts';
import type { ReleasesContext } from './releases.routes.ts';

const isFreeze = ({ action }: RegistryRevision) => action === 'freeze' || action === 'unfreeze';

function changeOf(revision: RegistryRevision): ReleaseChange {
  const { action, part, active, freezes, from, who, why, at, isAutomatic } = revision;
  const { version, canary } = active[part] ?? {};
  const { userId: _, ...place } = from;
  return {
    revision: revision.revision,
    at,
    action,
    part,
    version: isFreeze(revision) ? null : (canary?.version ?? version ?? null),
    sharePercent: isFreeze(revision) ? null : (canary?.sharePercent ?? null),
    until: action === 'freeze' ? (freezes[part]?.until ?? null) : null,
    who,
    why,
    from: place,
    isAutomatic: isAutomatic === true,
  };
}

export async function listReleaseChanges(
  { registry }: Pick<ReleasesContext, 'registry'>,
  { part, page, limit }: QueryOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const changes = (await registry.history())
    .filter((revision) => part === undefined || revision.part === part || revision.part === allParts)
    .toReversed();
  const total = changes.length;
  const totalPages = Math.ceil(total / limit);
  return {
    success: true,
    data: changes.slice((page - 1) * limit, page * limit).map(changeOf),
    pagination: { page, limit, total, totalPages, hasPrev: page > 1, hasNext: page < totalPages },
  };
}
