import { z } from 'zod';
import { partNameSchema, partVersionSchema, remotePageSchema } from './registry.ts';

/** Where pages send reports: the gateway that they came from. */
export const browserReportsPath = '/reports';

/** The largest report, in bytes. */
export const maxBrowserReportBytes = 1024;

/** What fails in a browser: files that do not load or have another hash, errors while rendering, hydration errors. */
export const browserFailures = ['load-failed', 'hash-refused', 'error-boundary', 'hydration'] as const;

/** Fields of every report. They contain nothing about the address, the person or the error's text. */
const reportShape = {
  part: partNameSchema.max(40),
  version: partVersionSchema,
  /** The path pattern of the page as a remote declares it; undefined for pages of the shell. */
  page: remotePageSchema.shape.path.max(200).optional(),
};

/** `POST /reports`: what one part did in one browser. Further fields are refused. */
export const browserReportSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(browserFailures), ...reportShape }),
  z.strictObject({
    kind: z.literal('vital'),
    ...reportShape,
    vital: z.discriminatedUnion('name', [
      /** Milliseconds. */
      z.strictObject({ name: z.enum(['LCP', 'INP']), value: z.number().min(0).max(600_000) }),
      z.strictObject({ name: z.literal('CLS'), value: z.number().min(0).max(1000) }),
    ]),
  }),
]);

export type BrowserReport = z.output<typeof browserReportSchema>;
