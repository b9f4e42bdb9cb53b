/** Runs work in a span that continues the trace of `traceparent`. */
export type InSpan = <Result>(
  name: string,
  traceparent: string | null | undefined,
  work: () => Promise<Result>,
) => Promise<Result>;

let enterSpan: InSpan = (_name, _traceparent, work) => work();

/** For work outside of HTTP requests, such as an event or a mail. Without OpenTelemetry it only runs the work. */
export const inSpan: InSpan = (name, traceparent, work) => enterSpan(name, traceparent, work);

/** Called once OpenTelemetry is started, which is not loaded otherwise. */
export function recordSpans(enter: InSpan): void {
  enterSpan = enter;
}
