import { pino } from 'pino';

export type Logger = pino.Logger;

const hidden = [
  'password',
  'token',
  'refreshToken',
  'accessToken',
  'authorization',
  'cookie',
  '["set-cookie"]',
];
const partly = ['email', 'phone'];

/** Paths at the top, one level down and two levels down: what a request, an error or an event can bring along. */
const paths = [...hidden, ...partly].flatMap((name) => {
  const joined = name.startsWith('[') ? name : `.${name}`;
  return [name, `*${joined}`, `*.*${joined}`];
});

/** Keeps enough to recognise a person's entry, too little to use it: `r***@example.com`, `***4567`. */
export function maskContact(text: string): string {
  const at = text.indexOf('@');
  if (at > 0) return `${text.slice(0, 1)}***${text.slice(at)}`;
  return `***${text.length > 6 ? text.slice(-4) : ''}`;
}

function censor(value: unknown, path: string[]): unknown {
  const name = path.at(-1) ?? '';
  if (!partly.includes(name)) return '[redacted]';
  return typeof value === 'string' ? maskContact(value) : '[redacted]';
}

export interface LoggerOptions {
  readonly service: string;
  readonly level: string;
  /** Where the lines go; standard output unless a test listens. */
  readonly destination?: { write(line: string): void };
}

/**
 * JSON lines with ISO times on standard output. Passwords, tokens and cookies never appear, e-mail addresses and
 * phone numbers only in part (invariant I-13), whatever depth up to three they are logged at.
 */
export function createLogger({ service, level, destination }: LoggerOptions): Logger {
  return pino(
    {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths, censor },
      formatters: { level: (label) => ({ level: label }) },
    },
    destination ?? standardOutput(),
  );
}

/**
 * Lines leave in packets, at the latest after a fifth of a second: a write per line would cost more than the line. What is
 * waiting is written when the process ends, and at once after a fatal line.
 */
function standardOutput() {
  return pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 200 });
}
