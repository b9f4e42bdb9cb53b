import type { z } from 'zod';
import { providerUnavailable } from '../payment-provider.ts';

const timeoutMs = 8000;

/** Settings that a method reads from the environment. */
export type ConfigOf<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>> & {
  readonly SHOP_URL: string;
};

/**
 * A call with a JSON answer. Rejects with `service-unavailable` if the answer is missing or has an undocumented shape.
 */
export async function askProvider<Schema extends z.ZodType>(
  url: string | URL,
  schema: Schema,
  init: RequestInit = {},
): Promise<{ readonly status: number; readonly body: z.output<Schema> }> {
  try {
    const answer = await fetch(url, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { status } = answer;
    if (status >= 500 || status === 401 || status === 429) throw new Error(`status ${status}`);
    return { status, body: schema.parse(await answer.json()) };
  } catch (error) {
    throw providerUnavailable(error);
  }
}
