import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** The outcome of rendering a page. */
export type Outcome =
  | 'drawn'
  | 'threw'
  | 'hung'
  | 'out-of-memory'
  | 'ended'
  | 'breaker-open'
  | 'not-now'
  | 'unusable';

/** Metrics of the render process. Labels are outcomes and names of remotes, never addresses. */
export interface RenderFigures {
  readonly countPage: (remote: string, outcome: Outcome, seconds: number) => void;
  readonly countFault: (part: string) => void;
  readonly countWorker: (what: 'started' | 'ended') => void;
}

export function createRenderFigures(
  registry: Registry,
  look: { readonly sets: () => number; readonly bad: () => readonly string[] },
): RenderFigures {
  const registers = [registry];
  const pages = new Histogram({
    name: 'render_page_seconds',
    help: 'Time of a page from request to response, including waiting, by remote and outcome.',
    labelNames: ['remote', 'outcome'],
    buckets: [0.003, 0.01, 0.02, 0.05, 0.1, 0.3, 1, 3],
    registers,
  });
  const faults = new Counter({
    name: 'render_code_faults_total',
    help: 'Failed loads of server code, by remote.',
    labelNames: ['remote'],
    registers,
  });
  const workers = new Counter({
    name: 'render_workers_total',
    help: 'Workers by event: started, ended, terminated.',
    labelNames: ['what'],
    registers,
  });
  new Gauge({
    name: 'render_sets',
    help: 'Loaded sets of versions.',
    registers,
    collect() {
      this.set(look.sets());
    },
  });
  new Gauge({
    name: 'render_breaker_open',
    help: 'Is 1 for a remote with a version whose breaker is open because its pages failed too often.',
    labelNames: ['remote'],
    registers,
    collect() {
      this.reset();
      for (const remote of look.bad()) this.set({ remote }, 1);
    },
  });
  return {
    countPage: (remote, outcome, seconds) => pages.observe({ remote, outcome }, seconds),
    countFault: (remote) => faults.inc({ remote }),
    countWorker: (what) => workers.inc({ what }),
  };
}
