import type { SellRequestAnswer } from '@kinmel/contracts';
import { sentenceCase } from '../lists/status/statuses.rules.ts';

const brandNames: Readonly<Record<string, string>> = { oneplus: 'OnePlus', oppo: 'OPPO' };

/** "Apple iPhone 12"; only the model for other brands. */
export const phoneName = ({ brand, model }: Pick<SellRequestAnswer, 'brand' | 'model'>): string =>
  brand === 'other' ? model : `${brandNames[brand] ?? sentenceCase(brand ?? '')} ${model}`;
