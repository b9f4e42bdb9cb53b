import { type Span, waterfall } from './spans.ts';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? '');

const page = (title: string, body: string, head = '') => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">${head}
<title>${escapeHtml(title)}</title><style>
body { font: 14px/1.5 system-ui, sans-serif; margin: 24px; color: #1c2321; }
table { border-collapse: collapse; width: 100%; } td, th { text-align: left; padding: 4px 8px; vertical-align: top; }
tr { border-top: 1px solid #ddd; } .bar { position: relative; height: 18px; min-width: 240px; }
.bar i { position: absolute; top: 3px; height: 12px; min-width: 2px; background: #2f6f5e; } .failed i { background: #b3261e; }
.failed td { color: #b3261e; } details { max-width: 60ch; overflow-wrap: anywhere; }
</style></head><body><h1>${escapeHtml(title)}</h1>${body}</body></html>`;

const formatMs = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
const lastEnd = (spans: readonly Span[]) => Math.max(...spans.map(({ endMs }) => endMs));
const firstStart = (spans: readonly Span[]) => Math.min(...spans.map(({ startMs }) => startMs));

/** @param traces by trace id, the newest last */
export function listPage(traces: ReadonlyMap<string, readonly Span[]>): string {
  const rows = [...traces]
    .reverse()
    .map(([traceId, spans]) => {
      const [first] = waterfall(spans);
      const services = [...new Set(spans.map(({ service }) => service))].join(', ');
      const failed = spans.some(({ hasFailed }) => hasFailed) ? ' class="failed"' : '';
      return `<tr${failed}><td>${new Date(firstStart(spans)).toISOString().slice(11, 23)}</td><td><a href="/traces/${traceId}">${escapeHtml(first?.name ?? traceId)}</a></td><td>${formatMs(lastEnd(spans) - firstStart(spans))}</td><td>${spans.length}</td><td>${escapeHtml(services)}</td></tr>`;
    })
    .join('\n');
  const body =
    rows === ''
      ? '<p>No request has been traced yet. Open a page of the shop; spans arrive some seconds later.</p>'
      : `<table><thead><tr><th>Time (UTC)</th><th>Request</th><th>Until the last step</th><th>Steps</th><th>Services</th></tr></thead><tbody>${rows}</tbody></table>`;
  return page('Traces of this shop', body, '<meta http-equiv="refresh" content="5">');
}

export function tracePage(traceId: string, spans: readonly Span[]): string {
  const start = firstStart(spans);
  const total = Math.max(lastEnd(spans) - start, 0.001);
  const percent = (value: number) => `${((value / total) * 100).toFixed(2)}%`;
  const rows = waterfall(spans)
    .map(({ depth, service, name, startMs, endMs, hasFailed, attributes }) => {
      const details = attributes
        .map(([key, value]) => `${escapeHtml(key)}: ${escapeHtml(value)}`)
        .join('<br>');
      return `<tr${hasFailed ? ' class="failed"' : ''}><td style="padding-left:${8 + depth * 16}px"><b>${escapeHtml(service)}</b><details><summary>${escapeHtml(name)}</summary>${details}</details></td><td>${formatMs(startMs - start)}</td><td>${formatMs(endMs - startMs)}</td><td class="bar"><i style="left:${percent(startMs - start)};width:${percent(endMs - startMs)}"></i></td></tr>`;
    })
    .join('\n');
  return page(
    `Trace ${traceId}`,
    `<p><a href="/">All traces</a></p><table><thead><tr><th>Step</th><th>Began after</th><th>Took</th><th>When</th></tr></thead><tbody>${rows}</tbody></table>`,
  );
}

export const unknownPage = () =>
  page(
    'No such trace',
    '<p>It is older than the last 500, or of an earlier start. <a href="/">All traces</a></p>',
  );
