import { z } from 'zod';
import { ownedBy } from '../endpoint.ts';
import { answerOf, paginationSchema, queryNumber } from '../primitives.ts';
import {
  canaryStepsSchema,
  changeRecordSchema,
  commitSchema,
  freezableSchema,
  freezeSchema,
  partNameSchema,
  partVersionSchema,
  registryRevisionSchema,
  sharePercentSchema,
} from './registry.ts';

const defineEndpoint = ownedBy('gateway');

/** What browsers reported of a version. */
export const versionFiguresSchema = z.object({
  visitors: z.int().min(0),
  /** Visitors with at least one failure. */
  failingVisitors: z.int().min(0),
  /** 75th percentiles; undefined while nobody has reported one. */
  lcpMs: z.number().min(0).optional(),
  inpMs: z.number().min(0).optional(),
  cls: z.number().min(0).optional(),
});

export type VersionFigures = z.output<typeof versionFiguresSchema>;

export const versionStates = ['active', 'canary', 'previous', 'kept'] as const;

/** A stored version of a part. */
export const releaseVersionSchema = z.object({
  version: partVersionSchema,
  /** `previous` is where a rollback leads. */
  state: z.enum(versionStates),
  builtAt: z.iso.datetime(),
  /** Null: built outside a repository. */
  commit: commitSchema.nullable(),
  builder: z.string(),
  /** All files for browsers, compressed with brotli where they are sent so. */
  bytes: z.int().min(0),
  /** Against the version that was built before; null for the oldest one. */
  bytesChange: z.int().nullable(),
  /** The services that it has contracts with. */
  pacts: z.array(z.string()),
  figures: versionFiguresSchema.optional(),
});

export type ReleaseVersion = z.output<typeof releaseVersionSchema>;

/** A part of the installation with its versions, newest first. */
export const releaseSchema = z.object({
  part: partNameSchema,
  owner: z.string(),
  version: partVersionSchema,
  /** Since when all visitors have the version. */
  since: z.iso.datetime(),
  /** Who activated it. */
  who: z.string(),
  /** Where a rollback of the version leads; null when there is no way back. */
  previous: partVersionSchema.nullable(),
  canary: z
    .object({
      version: partVersionSchema,
      sharePercent: sharePercentSchema,
      since: z.iso.datetime(),
      steps: canaryStepsSchema.optional(),
    })
    .nullable(),
  /** Its own freeze. */
  freeze: freezeSchema.nullable(),
  versions: z.array(releaseVersionSchema),
});

export type Release = z.output<typeof releaseSchema>;

const releasesAnswer = answerOf(
  z.object({
    /** The revision that the next change is based on. */
    revision: z.int().min(0),
    /** The freeze of all parts. */
    freeze: freezeSchema.nullable(),
    parts: z.array(releaseSchema),
  }),
);

export const listReleases = defineEndpoint({
  id: 'listReleases',
  method: 'GET',
  path: '/api/releases',
  role: 'admin',
  summary: 'The active version of each part, its canary and freeze, and all versions that are stored.',
  answer: releasesAnswer,
});

/** A change of the registry in the timeline. */
export const releaseChangeSchema = z.object({
  revision: z.int().min(1),
  at: z.iso.datetime(),
  action: registryRevisionSchema.shape.action,
  part: freezableSchema,
  /** The version that the change is about; null for a freeze, and for a part that was retired. */
  version: partVersionSchema.nullable(),
  /** Share of a canary. */
  sharePercent: sharePercentSchema.nullable(),
  /** End of a freeze. */
  until: z.iso.datetime().nullable(),
  who: z.string(),
  why: z.string(),
  from: changeRecordSchema.shape.from.omit({ userId: true }),
  isAutomatic: z.boolean(),
});

export type ReleaseChange = z.output<typeof releaseChangeSchema>;

export const listReleaseChanges = defineEndpoint({
  id: 'listReleaseChanges',
  method: 'GET',
  path: '/api/releases/history',
  role: 'admin',
  summary: 'The changes of one part or of all, newest first.',
  query: z.strictObject({
    /** With the freezes of all parts. */
    part: freezableSchema.optional(),
    page: queryNumber(z.int().min(1).max(1_000_000)).default(1),
    limit: queryNumber(z.int().min(1).max(100)).default(20),
  }),
  answer: answerOf(z.array(releaseChangeSchema)).extend({ pagination: paginationSchema }),
});

const common = {
  part: partNameSchema,
  why: changeRecordSchema.shape.why,
  /** The `revision` that the decision was based on. */
  expectedRevision: z.int().min(0),
};

export const releaseChangeBodySchema = z.discriminatedUnion('action', [
  z.strictObject({ ...common, action: z.literal('activate'), version: partVersionSchema }),
  z.strictObject({
    ...common,
    action: z.literal('canary'),
    version: partVersionSchema,
    sharePercent: sharePercentSchema,
    steps: canaryStepsSchema.optional(),
  }),
  z.strictObject({ ...common, action: z.literal('step') }),
  /** Without a version it ends a canary, or goes back to the last good version before. */
  z.strictObject({ ...common, action: z.literal('rollback'), version: partVersionSchema.optional() }),
  z.strictObject({
    ...common,
    part: freezableSchema,
    action: z.literal('freeze'),
    until: z.iso.datetime(),
  }),
  z.strictObject({ ...common, part: freezableSchema, action: z.literal('unfreeze') }),
]);

export type ReleaseChangeBody = z.output<typeof releaseChangeBodySchema>;

export const changeRelease = defineEndpoint({
  id: 'changeRelease',
  method: 'POST',
  path: '/api/releases/changes',
  role: 'admin',
  summary:
    'Activates a version, starts or widens a canary, goes back, freezes. Refused with `version-conflict` when the registry has changed since `expectedRevision`; the message says who changed it.',
  body: releaseChangeBodySchema,
  answer: releasesAnswer,
  problems: ['conflict', 'version-conflict', 'service-unavailable'],
});

export const releaseEndpoints = { listReleases, listReleaseChanges, changeRelease } as const;
