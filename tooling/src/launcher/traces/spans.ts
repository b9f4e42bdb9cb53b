import { z } from 'zod';

const attribute = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) });

/** The parts of an OTLP export (JSON, version 1) that the page shows. */
export const exportSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute).default([]) }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string().regex(/^[0-9a-f]{32}$/),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              startTimeUnixNano: z.coerce.bigint(),
              endTimeUnixNano: z.coerce.bigint(),
              attributes: z.array(attribute).default([]),
              status: z.object({ code: z.number().optional() }).default({}),
            }),
          ),
        }),
      ),
    }),
  ),
});

export type Span = ReturnType<typeof spansOf>[number];

const texts = (attributes: readonly z.infer<typeof attribute>[]) =>
  attributes.map(({ key, value }) => [key, String(Object.values(value)[0])] as const);

const inMs = (nanoseconds: bigint) => Number(nanoseconds / 1000n) / 1000;

export const spansOf = ({ resourceSpans }: z.infer<typeof exportSchema>) =>
  resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = new Map(texts(resource.attributes)).get('service.name') ?? 'unknown';
    return scopeSpans
      .flatMap(({ spans }) => spans)
      .map((span) => {
        const attributes = texts(span.attributes);
        const path = new Map(attributes).get('url.path') ?? new Map(attributes).get('http.target');
        return {
          traceId: span.traceId,
          spanId: span.spanId,
          parentSpanId: span.parentSpanId || undefined,
          service,
          name: path === undefined || span.name.includes('/') ? span.name : `${span.name} ${path}`,
          startMs: inMs(span.startTimeUnixNano),
          endMs: inMs(span.endTimeUnixNano),
          hasFailed: span.status.code === 2,
          attributes,
        };
      });
  });

export interface Row extends Span {
  readonly depth: number;
}

/**
 * The spans of a trace in the order of a waterfall: each below its parent. A span without a known parent, such as that of
 * an event, is below the first span.
 */
export function waterfall(spans: readonly Span[]): Row[] {
  const byStart = spans.toSorted((left, right) => left.startMs - right.startMs);
  const ids = new Set(spans.map(({ spanId }) => spanId));
  const [first] = byStart;
  const parentOf = ({ spanId, parentSpanId }: Span) => {
    if (spanId === first?.spanId) return undefined;
    return parentSpanId !== undefined && ids.has(parentSpanId) ? parentSpanId : first?.spanId;
  };
  const children = Map.groupBy(byStart, parentOf);
  const rowsBelow = (parent: string | undefined, depth: number): Row[] =>
    (children.get(parent) ?? []).flatMap((span) => [
      { ...span, depth },
      ...rowsBelow(span.spanId, depth + 1),
    ]);
  return rowsBelow(undefined, 0);
}
