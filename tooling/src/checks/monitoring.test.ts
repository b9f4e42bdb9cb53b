import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMetrics } from '@kinmel/service-kit';
import { parse } from 'yaml';
import { z } from 'zod';
import { services } from '../launcher/services/services.ts';

const repository = join(__dirname, '../../..');
const folder = join(repository, 'deploy/monitoring');
const read = (path: string) => readFileSync(join(repository, path), 'utf8');

const rulesSchema = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
        }),
      ),
    }),
  ),
});
const alerts = rulesSchema
  .parse(parse(read('deploy/monitoring/alerts.yml')))
  .groups.flatMap(({ rules }) => rules);

const boardSchema = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
});
const panels = boardSchema.parse(JSON.parse(read('deploy/monitoring/board.json'))).panels;

/** Metrics of Prometheus and of the cluster's own monitoring. */
const externalMetrics: Readonly<Record<string, readonly string[]>> = {
  kubelet_volume_stats_available_bytes: ['namespace', 'persistentvolumeclaim'],
  kubelet_volume_stats_capacity_bytes: ['namespace', 'persistentvolumeclaim'],
  kube_cronjob_created: ['namespace', 'cronjob'],
  kube_cronjob_status_last_successful_time: ['namespace', 'cronjob'],
};

/** Labels by the name of each metric that the sources declare. */
function declaredMetrics(): Map<string, readonly string[]> {
  const metrics = new Map<string, readonly string[]>();
  const sources = ['packages/service-kit', 'gateway', 'render', ...services.map(({ folder: path }) => path)];
  for (const source of sources) {
    for (const file of readdirSync(join(repository, source, 'src'), { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue;
      // Excludes help texts, which may have brackets.
      const text = read(join(source, 'src', file)).replaceAll(/'[^'\n]*'|"[^"\n]*"/g, (words) =>
        words.includes(' ') ? '""' : words,
      );
      const declaration =
        /\b(?:gauge|counter|histogram|Counter|Gauge|Histogram|Summary)\(\s*(?:\{\s*name: )?'(\w+)'([^)]*)/g;
      for (const [, name = '', rest = ''] of text.matchAll(declaration)) {
        const labels = /\[([^\]]*)\]/.exec(rest)?.[1] ?? '';
        metrics.set(
          name,
          [...labels.matchAll(/'(\w+)'/g)].map(([, label = '']) => label),
        );
      }
    }
  }
  return metrics;
}

/** Includes those of Node. */
async function exposedMetrics(): Promise<Map<string, readonly string[]>> {
  const { registry } = createMetrics('any', { withProcess: true });
  const ofNode = (await registry.getMetricsAsJSON()).map(({ name }) => [name, []] as const);
  registry.clear();
  return new Map([...ofNode, ...declaredMetrics(), ...Object.entries(externalMetrics)]);
}

/** Labels that Prometheus or the registry of a process adds to all series. */
const labelsOfAll = ['service', 'instance', 'le', 'namespace', 'cronjob', 'persistentvolumeclaim'];

/** The metrics and labels in a PromQL expression that no process exposes. */
function unknownNames(expression: string, exposed: ReadonlyMap<string, readonly string[]>): string[] {
  const labels = [
    ...[...expression.matchAll(/\{([^}]*)\}/g)].flatMap(([, selector = '']) =>
      [...selector.matchAll(/(\w+)(?==|!)/g)].map(([, label]) => label),
    ),
    ...[...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/,\s*/)),
  ];
  const words = expression
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]|\bby \([^)]*\)/g, ' ')
    .matchAll(/\b[a-z_]\w*\b(?!\()/g);
  const names = [...words]
    .map(([word]) => word)
    .filter((word) => !['and', 'or', 'unless', 'offset', 'sum', 'max', 'count'].includes(word));
  const metrics = names.map((name) => (exposed.has(name) ? name : name.replace(/_(count|sum|bucket)$/, '')));
  const known = new Set([...labelsOfAll, ...metrics.flatMap((name) => exposed.get(name) ?? [])]);
  return [
    ...metrics.filter((name) => !exposed.has(name)),
    ...labels.filter((label): label is string => label !== undefined && !known.has(label)),
  ];
}

// Starts commands, which is slow on busy machines.
jest.setTimeout(60_000);

describe('deploy/monitoring', () => {
  it('names only metrics and labels that a process exposes', async () => {
    const exposed = await exposedMetrics();
    for (const { alert, expr } of alerts) expect([alert, unknownNames(expr, exposed)]).toEqual([alert, []]);
    for (const { title, targets } of panels)
      for (const { expr } of targets) expect([title, unknownNames(expr, exposed)]).toEqual([title, []]);
    expect(unknownNames('sum by (kind) (rate(mails_lost_total{outcome="sent"}[5m])) > 0', exposed)).toEqual([
      'mails_lost_total',
      'outcome',
      'kind',
    ]);
  });

  it('tests each alert both silent and firing', () => {
    const cases = z
      .array(z.object({ name: z.string() }))
      .parse(parse(read('deploy/monitoring/alerts.test.yml')).tests);
    expect(cases.map(({ name }) => name)).toEqual(alerts.map(({ alert }) => alert));
  });
});

describe('docs/runbook.md', () => {
  const runbook = read('docs/runbook.md');

  it('states for each alert what shoppers notice, where to look, what to do, and when it is over', () => {
    const sections = [...runbook.matchAll(/^### (Kinmel\w+)\n\n((?:- .+\n)+)/gm)];
    expect(sections.map(([, alert]) => alert)).toEqual(alerts.map(({ alert }) => alert));
    for (const [, alert, lines = ''] of sections)
      expect([alert, [...lines.matchAll(/^- ([^:]+): /gm)].map(([, part]) => part)]).toEqual([
        alert,
        ['Shoppers', 'Look', 'Do', 'Over when'],
      ]);
  });

  it('has only commands and options that exist', () => {
    const called = [...runbook.matchAll(/npm run ([\w:-]+)(?: -- ([^`\n]*))?/g)];
    expect(called.length).toBeGreaterThan(10);
    const helps = new Map<string, string>();
    for (const [, command = '', words = ''] of called) {
      if (!helps.has(command))
        helps.set(
          command,
          execFileSync('npm', ['run', '--silent', command, '--', '--help'], {
            cwd: repository,
            encoding: 'utf8',
          }),
        );
      const options = words.match(/--[a-z-]+/g) ?? [];
      for (const option of options)
        expect([command, helps.get(command)]).toEqual([command, expect.stringContaining(option)]);
    }
  });
});

const hasPromtool = spawnSync('promtool', ['--version'], { timeout: 60_000 }).status === 0;

// Skipped only without promtool (tooling/src/test/run-rules.ts).
(hasPromtool ? describe : describe.skip)('promtool', () => {
  const promtool = (...words: string[]) =>
    execFileSync('promtool', words, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });

  it('accepts the alerts', () => {
    expect(promtool('check', 'rules', 'alerts.yml')).toContain(`SUCCESS: ${alerts.length} rules found`);
  });

  it('finds each alert silent and firing as its test expects', () => {
    expect(promtool('test', 'rules', 'alerts.test.yml')).toContain('SUCCESS');
  });
});
