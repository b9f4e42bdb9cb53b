import { z } from 'zod';
import { forStaff, ownedBy } from '../endpoint.ts';
import { answerOf, pageQuery, paginationSchema } from '../primitives.ts';
import {
  activePartSchema,
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

/** Browser reports about a version. */
export const versionFiguresSchema = z.object({
  visitors: z.int().min(0),
  /** Visitors with at least one failure. */
  failingVisitors: z.int().min(0),
  /** 75th percentiles; undefined while no value was reported. */
  lcpMs: z.number().min(0).optional(),
  inpMs: z.number().min(0).optional(),
  cls: z.number().min(0).optional(),
});

export type VersionFigures = z.output<typeof versionFiguresSchema>;

/** A stored version of a part. */
export const releaseVersionSchema = z.object({
  version: partVersionSchema,
  /** `previous`: the version that a rollback activates. */
  state: z.enum(['active', 'canary', 'previous', 'kept']),
  builtAt: z.iso.datetime(),
  /** Undefined when built outside a repository. */
  commit: commitSchema.optional(),
  builder: z.string(),
  /** Size of all files for browsers, with brotli where they are sent compressed. */
  bytes: z.int().min(0),
  /** Difference from the version built before; null for the oldest one. */
  bytesChange: z.int().nullable(),
  /** The services that it has contracts with. */
  pacts: z.array(z.string()),
  figures: versionFiguresSchema.optional(),
});

export type ReleaseVersion = z.output<typeof releaseVersionSchema>;

/** A part of the installation with its versions, newest first. */
export const releaseSchema = activePartSchema.omit({ keys: true }).extend({
  part: partNameSchema,
  owner: z.string(),
  /** Who activated the version. */
  who: z.string(),
  /** The freeze of this part. */
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

export const listReleases = defineEndpoint('listReleases', 'GET /api/releases', {
  ...forStaff('releases.see'),
  summary: 'The active version of each part, its canary and freeze, and all versions that are stored.',
  answer: releasesAnswer,
});

/** A change of the registry in the timeline. */
export const releaseChangeSchema = registryRevisionSchema
  .omit({ schema: true, active: true, freezes: true })
  .extend({
    /** The version that the change is about; undefined for a freeze and for a retired part. */
    version: partVersionSchema.optional(),
    /** Share of a canary. */
    sharePercent: sharePercentSchema.optional(),
    /** End of a freeze. */
    until: z.iso.datetime().optional(),
  });

export type ReleaseChange = z.output<typeof releaseChangeSchema>;

export const listReleaseChanges = defineEndpoint('listReleaseChanges', 'GET /api/releases/history', {
  ...forStaff('releases.see'),
  summary: 'The changes of one part, with those of all parts, or of every part, newest first.',
  query: z.strictObject({
    part: freezableSchema.optional(),
    ...pageQuery(),
  }),
  answer: answerOf(z.array(releaseChangeSchema)).extend({ pagination: paginationSchema }),
});

/** A change of one part; `expectedRevision` is the revision that the decision was based on. */
const changeOf = <Action extends string>(action: Action) =>
  z.strictObject({
    action: z.literal(action),
    part: partNameSchema,
    why: changeRecordSchema.shape.why,
    expectedRevision: z.int().min(0),
  });

export const releaseChangeBodySchema = z.discriminatedUnion('action', [
  changeOf('activate').extend({ version: partVersionSchema }),
  changeOf('canary').extend({
    version: partVersionSchema,
    sharePercent: sharePercentSchema,
    steps: canaryStepsSchema.optional(),
  }),
  changeOf('step'),
  // Without a version it ends a canary, or goes back to the last good version.
  changeOf('rollback').extend({ version: partVersionSchema.optional() }),
  changeOf('freeze').extend({ part: freezableSchema, until: z.iso.datetime() }),
  changeOf('unfreeze').extend({ part: freezableSchema }),
]);

export type ReleaseChangeBody = z.output<typeof releaseChangeBodySchema>;

export const changeRelease = defineEndpoint('changeRelease', 'POST /api/releases/changes', {
  ...forStaff('releases.change'),
  summary:
    'Activates a version, starts or widens a canary, goes back, freezes. Refused with `version-conflict` when the registry has changed since `expectedRevision`; the message says who changed it.',
  body: releaseChangeBodySchema,
  answer: releasesAnswer,
  problems: ['conflict', 'version-conflict', 'service-unavailable'],
});

export const createPreview = defineEndpoint('createPreview', 'POST /api/releases/previews', {
  ...forStaff('releases.change'),
  summary: 'A link that shows a stored version of one part to one browser for a day (decision 71).',
  body: z.strictObject({ part: partNameSchema, version: partVersionSchema }),
  answer: answerOf(z.object({ url: z.url() })),
  problems: ['conflict', 'service-unavailable'],
});
