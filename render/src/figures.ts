import { metricsOf } from '@kinmel/service-kit';
import type { Registry } from 'prom-client';

/** The outcome of rendering a page. */
export type Outcome =
  | 'rendered'
  | 'threw'
  | 'hung'
  | 'out-of-memory'
  | 'ended'
  | 'breaker-open'
  | 'not-now'
  | 'unusable';

export type RenderFigures = ReturnType<typeof createRenderFigures>;

/** Metrics of the render process. Labels are outcomes and names of remotes, never addresses. */
export function createRenderFigures(
  registry: Registry,
  read: { readonly sets: () => number; readonly remotesWithOpenBreaker: () => readonly string[] },
) {
  const { counter, gauge, histogram } = metricsOf(registry);
  const pages = histogram(
    'render_page_seconds',
    'Time of a page from request to response, including waiting, by remote and outcome.',
    ['remote', 'outcome'],
    [0.003, 0.01, 0.02, 0.05, 0.1, 0.3, 1, 3],
  );
  const faults = counter('render_code_faults_total', 'Failed loads of server code, by remote.', ['remote']);
  const workers = counter('render_workers_total', 'Workers by event: started, ended, terminated.', ['what']);
  gauge('render_sets', 'Loaded sets of versions.', [], (metric) => metric.set(read.sets()));
  gauge(
    'render_breaker_open',
    'Is 1 for a remote with a version whose breaker is open because its pages failed too often.',
    ['remote'],
    (metric) => {
      metric.reset();
      for (const remote of read.remotesWithOpenBreaker()) metric.set({ remote }, 1);
    },
  );
  return {
    countPage: (remote: string, outcome: Outcome, seconds: number) =>
      pages.observe({ remote, outcome }, seconds),
    countFault: (remote: string) => faults.inc({ remote }),
    countWorker: (what: 'started' | 'ended') => workers.inc({ what }),
  };
}
