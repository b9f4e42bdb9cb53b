import { jsonOf } from '@kinmel/contracts';
import { type Logger, withoutSecret } from '@kinmel/service-kit';
import type { RequestHandler } from 'express';
import { z } from 'zod';
import { reportEndpoint } from './report-endpoint.ts';

export const cspReportPath = '/csp-reports';

const maxBytes = 16 * 1024;
const linesPerMinute = 60;

const optionalText = z.string().max(4096).optional();
const reportBody = z.object({
  documentURL: optionalText,
  effectiveDirective: z.string().max(60),
  blockedURL: optionalText,
  sourceFile: optionalText,
  lineNumber: z.int().optional(),
  disposition: z.enum(['enforce', 'report']).optional(),
});
type Violation = z.output<typeof reportBody>;

/** The format of the Reporting API, and the older `report-uri` format that some browsers still send. */
const reportsSchema = z.union([
  z.array(z.unknown()).transform((reports) =>
    reports.flatMap((report) => {
      const result = z.object({ type: z.literal('csp-violation'), body: reportBody }).safeParse(report);
      return result.success ? [result.data.body] : [];
    }),
  ),
  z
    .object({
      'csp-report': z.object({
        'document-uri': optionalText,
        'effective-directive': z.string().max(60),
        'blocked-uri': optionalText,
        'source-file': optionalText,
        'line-number': z.int().optional(),
        disposition: reportBody.shape.disposition,
      }),
    })
    .transform(({ 'csp-report': report }): Violation[] => [
      {
        documentURL: report['document-uri'],
        effectiveDirective: report['effective-directive'],
        blockedURL: report['blocked-uri'],
        sourceFile: report['source-file'],
        lineNumber: report['line-number'],
        disposition: report.disposition,
      },
    ]),
]);

/** The path without secrets. */
function pathOf(address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined;
  return withoutSecret(new URL(address).pathname).slice(0, 200);
}

function originOf(address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address)) return address?.replace(/[^a-z-]/g, '').slice(0, 30);
  const { origin, protocol } = new URL(address);
  return origin === 'null' ? protocol : origin;
}

/**
 * `POST /csp-reports`: logs one line per kind of violation and minute, sixty at most. Anyone can send reports, so
 * nothing depends on them.
 */
export function cspReports(logger: Logger): RequestHandler {
  const loggedKeys = new Set<string>();
  setInterval(() => loggedKeys.clear(), 60_000).unref();
  const log = (violation: Violation) => {
    const line = {
      directive: violation.effectiveDirective,
      blocked: originOf(violation.blockedURL),
      page: pathOf(violation.documentURL),
      source: pathOf(violation.sourceFile),
      line: violation.lineNumber,
      disposition: violation.disposition,
    };
    const key = JSON.stringify(line);
    if (loggedKeys.size >= linesPerMinute || loggedKeys.has(key)) return;
    loggedKeys.add(key);
    logger.warn(line, 'a page violated its content security policy');
  };

  return reportEndpoint(cspReportPath, maxBytes, (body) => {
    reportsSchema.safeParse(jsonOf(body)).data?.forEach(log);
    return undefined;
  });
}
