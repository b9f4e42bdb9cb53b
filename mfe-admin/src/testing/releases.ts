import type { Release, ReleaseChange, ReleaseVersion } from '@kinmel/contracts';

export const aReleaseVersion = (changes: Partial<ReleaseVersion> = {}): ReleaseVersion => ({
  version: '1.0.0',
  state: 'kept',
  builtAt: '2026-11-20T06:00:00.000Z',
  commit: 'c0ffee'.padEnd(40, '0'),
  builder: 'ci',
  bytes: 51_200,
  bytesChange: null,
  pacts: ['order'],
  ...changes,
});

/** A part with two versions: 2.0.0 is active, 1.0.0 was before. */
export const aRelease = (changes: Partial<Release> = {}): Release => ({
  part: 'mfe-catalog',
  owner: 'catalog team',
  version: '2.0.0',
  since: '2026-11-25T06:00:00.000Z',
  who: 'Asha Rai',
  previous: '1.0.0',
  canary: null,
  freeze: null,
  versions: [
    aReleaseVersion({
      version: '2.0.0',
      state: 'active',
      bytes: 52_224,
      bytesChange: 1024,
      pacts: ['order', 'catalog'],
      figures: { visitors: 2000, failingVisitors: 30, lcpMs: 1800, cls: 0.05 },
    }),
    aReleaseVersion({
      state: 'previous',
      figures: { visitors: 900, failingVisitors: 9, lcpMs: 1700 },
    }),
  ],
  ...changes,
});

export const aReleaseChange = (changes: Partial<ReleaseChange> = {}): ReleaseChange => ({
  revision: 7,
  at: '2026-11-25T06:00:00.000Z',
  action: 'deploy',
  part: 'mfe-catalog',
  version: '2.0.0',
  sharePercent: null,
  until: null,
  who: 'Asha Rai',
  why: 'faster list',
  from: { host: 'laptop', commit: 'c0ffee'.padEnd(40, '0') },
  isAutomatic: false,
  ...changes,
});

export const releasesAnswer = (
  parts: readonly Release[],
  { revision = 7, freeze = null }: { revision?: number; freeze?: Release['freeze'] } = {},
) => ({ success: true, data: { revision, freeze, parts } });

export const releaseChangesAnswer = (changes: readonly ReleaseChange[], totalPages = 1) => ({
  success: true,
  data: changes,
  pagination: { total: changes.length, totalPages },
});
