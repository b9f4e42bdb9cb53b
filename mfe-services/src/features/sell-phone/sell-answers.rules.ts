import type { SellEstimate } from '@kinmel/contracts';

/** What an estimate depends on. */
export interface EstimateQuestion {
  readonly brand: string;
  readonly model: string;
  readonly storage: string;
  readonly condition: string;
  readonly hasCharger: boolean;
}

export interface ModelsOfBrand {
  readonly brand: string;
  readonly models: readonly string[];
}

const dataOf = (answer: unknown): unknown => (answer as { data?: unknown } | undefined)?.data;

export function readModels(answer: unknown): readonly ModelsOfBrand[] | undefined {
  const data = dataOf(answer);
  if (!Array.isArray(data)) return undefined;
  return data.filter(
    (entry: Partial<ModelsOfBrand> | null): entry is ModelsOfBrand =>
      typeof entry?.brand === 'string' && Array.isArray(entry.models),
  );
}

export function readEstimate(answer: unknown): SellEstimate | null | undefined {
  const data = dataOf(answer) as SellEstimate | null | undefined;
  if (data === null) return null;
  return typeof data?.low === 'number' && typeof data.high === 'number' ? data : undefined;
}
