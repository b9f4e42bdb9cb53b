import {
  changeRelease as changeReleaseEndpoint,
  createPreview as createPreviewEndpoint,
  listReleaseChanges as listReleaseChangesEndpoint,
  listReleases as listReleasesEndpoint,
  releaseAudit,
} from '@kinmel/contracts';
import { type Route, route } from '@kinmel/service-kit';
import { changeRelease } from './change-release.ts';
import { createPreview } from './create-preview.ts';
import { listReleaseChanges } from './list-release-changes.ts';
import { listReleases } from './list-releases.ts';
import { listAuditEntries } from './release-audit.ts';
import type { ReleasesContext } from './releases-context.ts';

export const releasesRoutes = (context: ReleasesContext): Route[] => [
  route(listReleasesEndpoint, () => listReleases(context)),
  route(listReleaseChangesEndpoint, async ({ query }) => listReleaseChanges(context, query)),
  route(changeReleaseEndpoint, async ({ body, staff }) => {
    await changeRelease(context, body, staff);
    return listReleases(context);
  }),
  route(createPreviewEndpoint, ({ body }) => createPreview(context, body)),
  route(releaseAudit, async ({ query }) => listAuditEntries(context, query)),
];
