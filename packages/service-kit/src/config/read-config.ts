import type { z } from 'zod';

/** The environment is invalid. The message names each variable and what was expected, never the value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Parses the environment. An empty variable counts as missing. Throws `ConfigError` with one line per invalid variable.
 */
export function readConfig<Schema extends z.ZodObject>(
  schema: Schema,
  env: Readonly<Record<string, string | undefined>> = process.env,
): z.output<Schema> {
  const settings = Object.fromEntries(Object.entries(env).filter(([, value]) => value));
  const result = schema.safeParse(settings);
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => {
    const name = issue.path.join('.') || 'environment';
    if (!(name in settings)) return `${name}: ${reason(issue.message)} (it is not set)`;
    return `${name}: ${reason(issue.message)}`;
  });
  throw new ConfigError(lines.join('\n'));
}

/** The message of zod without the received value, which may be a secret. */
function reason(message: string): string {
  return message.replace(/^Invalid input: /, '').replace(/, received .*$/, '');
}
