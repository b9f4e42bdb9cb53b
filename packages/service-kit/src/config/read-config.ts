import type { z } from 'zod';

/** The environment cannot be used. Its message names each variable and what was expected, never the value given. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Reads typed settings from the environment, once, at start. An empty variable counts as not set, so that a
 * default holds. Throws `ConfigError` with one line per wrong variable; the start is meant to end there.
 */
export function readConfig<Schema extends z.ZodObject>(
  schema: Schema,
  env: Readonly<Record<string, string | undefined>> = process.env,
): z.output<Schema> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value));
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => {
    const name = issue.path.join('.') || 'environment';
    if (!(name in given)) return `${name}: ${reason(issue.message)} (it is not set)`;
    return `${name}: ${reason(issue.message)}`;
  });
  throw new ConfigError(lines.join('\n'));
}

/** The library's sentence without what it received: a mistyped password must not end in a log. */
function reason(message: string): string {
  return message.replace(/^Invalid input: /, '').replace(/, received .*$/, '');
}
