import { instant } from '@kinmel/testing/web-contracts';
import { MatchersV3 } from '@pact-foundation/pact';
import { type Agreement, agreedWith } from '../../testing/staff-contract.ts';
import { auditApi } from '../audit/audit-api.ts';
import { releasesApi } from './releases-api.ts';

const { eachLike, integer, nullValue, regex, string } = MatchersV3;

const given = 'mfe-catalog 2.0.0 is active in revision 3, after 1.0.0';
const { listReleases, listReleaseChanges, changeRelease, createPreview } = releasesApi.endpoints;
const at = instant('2026-11-26T06:00:00.000Z');

const partLike = {
  part: string('mfe-catalog'),
  owner: string('catalog'),
  version: string('1.0.0'),
  since: at,
  who: string('Asha Rai'),
  versions: eachLike({
    version: string('1.0.0'),
    state: regex(/^(active|canary|previous|kept)$/, 'active'),
    builtAt: at,
    builder: string('ci'),
    bytes: integer(1000),
    pacts: [],
  }),
};
const releases = (revision: number) => ({
  data: { revision, freeze: nullValue(), parts: eachLike(partLike) },
});
const readReleases = (revision: number) => ({
  revision,
  freeze: null,
  parts: [{ part: 'mfe-catalog', version: '1.0.0', versions: [{ version: '1.0.0', state: 'active' }] }],
});
const rollback = { part: 'mfe-catalog', action: 'rollback', why: 'the list is empty' } as const;

it.each([
  {
    given,
    upon: 'the active versions of all parts',
    path: '/api/releases',
    answer: releases(3),
    send: listReleases.initiate(),
    read: readReleases(3),
  },
  {
    given,
    upon: 'the timeline of a part',
    path: '/api/releases/history',
    query: { part: 'mfe-catalog', page: '1', limit: '20' },
    answer: {
      data: eachLike({
        revision: integer(3),
        at,
        action: 'deploy',
        part: 'mfe-catalog',
        version: string('2.0.0'),
        who: string('Asha Rai'),
        why: string('a test'),
        from: { host: string('laptop') },
      }),
      pagination: { total: integer(1), totalPages: integer(1) },
    },
    send: listReleaseChanges.initiate({ part: 'mfe-catalog', page: 1 }),
    read: { rows: [{ id: '3', change: { action: 'deploy', version: '2.0.0' } }], total: 1, totalPages: 1 },
  },
  {
    given,
    upon: 'a rollback of a part',
    method: 'POST',
    path: '/api/releases/changes',
    body: { ...rollback, expectedRevision: 3 },
    answer: releases(4),
    send: changeRelease.initiate({ ...rollback, expectedRevision: 3 }),
    read: readReleases(4),
  },
  {
    given,
    upon: 'a rollback after somebody else has changed the registry',
    method: 'POST',
    path: '/api/releases/changes',
    body: { ...rollback, expectedRevision: 2 },
    status: 409,
    refusal: ['version-conflict', 'Asha Rai was faster.'],
    send: changeRelease.initiate({ ...rollback, expectedRevision: 2 }),
  },
  {
    given,
    upon: 'a freeze that ends in the past',
    method: 'POST',
    path: '/api/releases/changes',
    body: { ...rollback, action: 'freeze', until: '2020-01-01T00:00:00.000Z', expectedRevision: 3 },
    status: 409,
    refusal: ['conflict', 'A freeze ends later.'],
    send: changeRelease.initiate({
      ...rollback,
      action: 'freeze',
      until: '2020-01-01T00:00:00.000Z',
      expectedRevision: 3,
    }),
  },
  {
    given,
    upon: 'a link to a version',
    method: 'POST',
    path: '/api/releases/previews',
    body: { part: 'mfe-catalog', version: '1.0.0' },
    answer: {
      data: { url: regex('^https?://.+/preview\\?token=.+$', 'http://shop.example/preview?token=t') },
    },
    send: createPreview.initiate({ part: 'mfe-catalog', version: '1.0.0' }),
    read: { url: 'http://shop.example/preview?token=t' },
  },
  {
    given,
    upon: 'changes of releases in the audit',
    path: '/api/admin/services/gateway/audit',
    query: { kind: 'release', limit: '25' },
    answer: {
      data: eachLike({
        id: regex(/^[0-9a-f]{24}$/, '000000000000000000000003'),
        at,
        person: { id: string(''), name: string('Asha Rai') },
        action: 'deployRelease',
        record: { kind: 'release', id: string('mfe-catalog') },
        changes: eachLike({ field: 'activeVersion', after: string('2.0.0') }),
        note: string('a test'),
      }),
      next: nullValue(),
    },
    send: auditApi.endpoints.listAuditEntries.initiate({
      owner: 'gateway',
      view: { person: undefined, record: undefined, kind: 'release', day: undefined, after: undefined },
    }),
    read: { rows: [{ action: 'deployRelease', record: { kind: 'release' } }], next: null },
  },
] satisfies readonly Agreement[])('agrees on $upon', agreedWith('gateway'));
