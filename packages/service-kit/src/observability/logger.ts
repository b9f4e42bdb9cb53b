import { pino } from 'pino';

export type Logger = pino.Logger;

const secretFields = [
  'password',
  'token',
  'refreshToken',
  'accessToken',
  'authorization',
  'cookie',
  '["set-cookie"]',
];
const maskedFields = ['email', 'phone'];

/** Three levels deep, which covers requests, errors and events. */
const paths = [...secretFields, ...maskedFields].flatMap((name) => {
  const suffix = name.startsWith('[') ? name : `.${name}`;
  return [name, `*${suffix}`, `*.*${suffix}`];
});

/** Recognisable but not usable: `r***@example.com`, `***4567`. */
export function maskContact(text: string): string {
  const at = text.indexOf('@');
  if (at > 0) return `${text.slice(0, 1)}***${text.slice(at)}`;
  return `***${text.length > 6 ? text.slice(-4) : ''}`;
}

function censor(value: unknown, path: string[]): unknown {
  const name = path.at(-1) ?? '';
  if (!maskedFields.includes(name)) return '[redacted]';
  return typeof value === 'string' ? maskContact(value) : '[redacted]';
}

export interface LoggerOptions {
  readonly service: string;
  readonly level: string;
  /** Standard output by default; tests read the lines. */
  readonly destination?: { write(line: string): void };
}

/**
 * JSON lines with ISO times on standard output. Passwords, tokens and cookies are redacted, e-mail addresses and phone
 * numbers masked, at most three levels deep.
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
    destination ?? (standardOutput ??= openStandardOutput()),
  );
}

/** One for all loggers of a process, because each has a timer for flushing. */
let standardOutput: ReturnType<typeof openStandardOutput> | undefined;

/**
 * Buffered for at most 200 ms, because a write per line costs more than the line; flushed at exit and after a fatal
 * line.
 */
function openStandardOutput() {
  return pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 200 });
}
