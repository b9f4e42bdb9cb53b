import type { BrowserReport, VersionFigures } from '@kinmel/contracts';
import { metricsOf } from '@kinmel/service-kit';
import { type Registry, Summary } from 'prom-client';
import type { ChangeOutcome, RolloutController } from './rollout-controller.ts';

/**
 * What browsers report, by part, version and page. Only reports of versions and pages that the registry knows are
 * counted, so that their number is limited.
 */
export function createRolloutMetrics(registry: Registry) {
  const { counter, gauge, histogram } = metricsOf(registry);
  const failures = counter(
    'gateway_browser_failures_total',
    'Failures that browsers reported, by part, version, page and kind.',
    ['part', 'version', 'page', 'kind'],
  );
  const seconds = histogram(
    'gateway_browser_vital_seconds',
    'LCP and INP in a sample of visits, by part, version and page.',
    ['part', 'version', 'page', 'vital'],
    [0.1, 0.2, 0.5, 1, 2.5, 4, 8],
  );
  const layoutShift = histogram(
    'gateway_browser_layout_shift',
    'CLS in a sample of visits, by part, version and page.',
    ['part', 'version', 'page'],
    [0.01, 0.05, 0.1, 0.25, 0.5],
  );
  const percentiles = new Summary({
    name: 'gateway_browser_vital_p75',
    help: 'The 75th percentile of LCP and INP in milliseconds, and of CLS, in the last hour, by part and version.',
    labelNames: ['part', 'version', 'vital'],
    percentiles: [0.75],
    maxAgeSeconds: 3600,
    ageBuckets: 6,
    registers: [registry],
  });
  const changes = counter(
    'gateway_automatic_changes_total',
    'Rollbacks and steps of canaries by this gateway, by part, action and outcome.',
    ['part', 'action', 'outcome'],
  );
  return {
    countReport: (report: BrowserReport) => {
      const { part, version, page = 'other' } = report;
      const labels = { part, version, page };
      if (report.kind !== 'vital') return failures.inc({ ...labels, kind: report.kind });
      const { name: vital, value } = report.vital;
      percentiles.observe({ part, version, vital }, value);
      if (vital === 'CLS') layoutShift.observe(labels, value);
      else seconds.observe({ ...labels, vital }, value / 1000);
    },
    countChange: (part: string, action: string, outcome: ChangeOutcome) =>
      changes.inc({ part, action, outcome }),
    /** The figures of this gateway, for staff; undefined while nothing was reported of a version. */
    figuresOf:
      (rollouts: RolloutController) =>
      async (part: string, version: string): Promise<VersionFigures | undefined> => {
        const { visitors, failing } = rollouts.counts.figuresOf(part, version);
        const { values } = await percentiles.get();
        const percentileOf = (vital: string) =>
          values.find(
            ({ labels }) =>
              labels.part === part &&
              labels.version === version &&
              labels.vital === vital &&
              'quantile' in labels,
          )?.value;
        const [lcpMs, inpMs, cls] = ['LCP', 'INP', 'CLS'].map(percentileOf);
        if (visitors === 0 && lcpMs === undefined && inpMs === undefined && cls === undefined)
          return undefined;
        return { visitors, failingVisitors: failing, lcpMs, inpMs, cls };
      },
    /** Exports the figures that decide about automatic rollbacks. */
    showVisitors: (rollouts: RolloutController, versions: () => readonly (readonly [string, string])[]) =>
      gauge(
        'gateway_release_visitors',
        'Visitors counted for observed releases and the versions before: all, and those who reported a failure.',
        ['part', 'version', 'visitors'],
        (metric) => {
          metric.reset();
          for (const [part, version] of versions()) {
            const { visitors, failing } = rollouts.counts.figuresOf(part, version);
            if (visitors === 0) continue;
            metric.set({ part, version, visitors: 'all' }, visitors);
            metric.set({ part, version, visitors: 'failing' }, failing);
          }
        },
      ),
  };
}
