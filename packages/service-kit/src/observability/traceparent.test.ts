import { continueTrace, traceIdOf } from './traceparent.ts';

const incoming = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;

describe('the trace', () => {
  it('is continued with a new span', () => {
    const next = continueTrace(incoming);
    expect(next).toMatch(/^00-a{32}-[0-9a-f]{16}-01$/);
    expect(next).not.toBe(incoming);
  });

  it.each([
    undefined,
    '',
    'hello',
    `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`,
    `${incoming}-more`,
    incoming.toUpperCase(),
  ])('is new when the header is %s', (header) => {
    const trace = continueTrace(header);
    expect(trace).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(trace).not.toContain('a'.repeat(32));
  });

  it('has an id for log lines', () => {
    expect(traceIdOf(continueTrace(incoming))).toBe('a'.repeat(32));
    expect(traceIdOf('nonsense')).toBeUndefined();
    expect(traceIdOf(undefined)).toBeUndefined();
  });
});
