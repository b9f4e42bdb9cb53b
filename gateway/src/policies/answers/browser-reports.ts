import {
  type BrowserReport,
  browserReportSchema,
  browserReportsPath,
  jsonOf,
  maxBrowserReportBytes,
} from '@kinmel/contracts';
import type { RequestHandler } from 'express';
import type { GatewayContext } from '../../context.ts';
import type { Visitor } from '../../registry/active-remotes.ts';
import { reportEndpoint } from './report-endpoint.ts';

/**
 * `POST /reports`: failures and vitals of the parts in a browser. Anyone can send reports: they are counted, and can end
 * a canary or a new version, nothing else.
 */
export function browserReports(context: GatewayContext): RequestHandler {
  const { remotes, rollouts, rolloutMetrics, visitorOf } = context;
  /** The first invalid field of a report from this visitor, with the reason. */
  function faultOf({ part, version, page }: BrowserReport, visitor: Visitor): string | undefined {
    if (!remotes.knows(part, version, visitor)) return `version: there is no ${part} ${version} here.`;
    if (page !== undefined && !remotes.declaresPage(page, visitor)) return `page: there is no page ${page}.`;
    return undefined;
  }

  return reportEndpoint(browserReportsPath, maxBrowserReportBytes, (text, req) => {
    const body = jsonOf(text);
    if (body === undefined) return { problem: 'invalid-json' };
    const report = browserReportSchema.safeParse(body);
    if (!report.success) {
      const [issue] = report.error.issues;
      const message = `${issue?.path.join('.')}: ${issue?.message}`.slice(0, 200);
      return { problem: 'invalid-request', message };
    }
    const visitor = visitorOf(req);
    const fault = faultOf(report.data, visitor);
    if (fault !== undefined) return { problem: 'invalid-request', message: fault };
    rolloutMetrics.countReport(report.data);
    const { kind, part, version } = report.data;
    if (kind !== 'vital') rollouts.countFailure(visitor, part, version, req.ip ?? '');
    return undefined;
  });
}
