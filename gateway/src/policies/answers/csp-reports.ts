import { type Logger, withoutSecret } from '@kinmel/service-kit';
import type { RequestHandler } from 'express';
import { z } from 'zod';
import { sendProblem } from '../../problem-answer.ts';

/** Where browsers report violations of the content security policy. */
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

/** The form of the Reporting API, and the older one that some browsers still send. */
const reportsSchema = z.union([
  z.array(z.unknown()).transform((reports) =>
    reports.flatMap((report) => {
      const found = z.object({ type: z.literal('csp-violation'), body: reportBody }).safeParse(report);
      return found.success ? [found.data.body] : [];
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

/** The path without secrets; for other hosts only the origin is logged. */
function pathOf(address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined;
  return withoutSecret(new URL(address).pathname).slice(0, 200);
}

function originOf(address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address)) return address?.replace(/[^a-z-]/g, '').slice(0, 30);
  const { origin, protocol } = new URL(address);
  return origin === 'null' ? protocol : origin;
}

function violationsIn(text: string): Violation[] {
  try {
    return reportsSchema.safeParse(JSON.parse(text)).data ?? [];
  } catch {
    return [];
  }
}

/**
 * `POST /csp-reports`: one line in the log for each kind of violation and minute, sixty at most. Anyone can send what looks
 * like a report, so that nothing of it decides anything, and it costs little.
 */
export function cspReports(logger: Logger): RequestHandler {
  const logged = new Set<string>();
  setInterval(() => logged.clear(), 60_000).unref();
  const log = ({
    documentURL,
    effectiveDirective,
    blockedURL,
    sourceFile,
    lineNumber,
    disposition,
  }: Violation) => {
    const line = {
      directive: effectiveDirective,
      blocked: originOf(blockedURL),
      page: pathOf(documentURL),
      source: pathOf(sourceFile),
      line: lineNumber,
      disposition,
    };
    const key = JSON.stringify(line);
    if (logged.size >= linesPerMinute || logged.has(key)) return;
    logged.add(key);
    logger.warn(line, 'a page broke its content security policy');
  };

  return (req, res, next) => {
    if (req.path !== cspReportPath) return next();
    if (req.method !== 'POST')
      return sendProblem(res, 'method-not-allowed', { Allow: 'POST', Connection: 'close' });
    if (Number(req.headers['content-length'] ?? 0) > maxBytes)
      return sendProblem(res, 'too-large', { Connection: 'close' });
    const chunks: Buffer[] = [];
    let bytes = 0;
    req.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maxBytes) chunks.push(chunk);
      else if (!res.headersSent) sendProblem(res, 'too-large', { Connection: 'close' });
    });
    req.on('end', () => {
      if (res.headersSent) return;
      for (const violation of violationsIn(Buffer.concat(chunks).toString('utf8'))) log(violation);
      res.writeHead(204);
      res.end();
    });
  };
}
