import { figure, isFields, text } from '@kinmel/contracts/browser';

/** How many records came after that moment (decision 41). */
export interface NewCount {
  readonly count: number;
  readonly since: string;
}

export function readNewCount(answer: unknown): NewCount | undefined {
  const data = isFields(answer) ? (answer.data ?? answer) : undefined;
  if (!isFields(data)) return undefined;
  const since = text(data.since);
  return since === undefined ? undefined : { count: Math.max(0, figure(data.count) ?? 0), since };
}
