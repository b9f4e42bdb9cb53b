import { count } from '@kinmel/contracts/browser';
import * as z from 'zod/mini';

const newCount = z.object({ count: z.catch(count, 0), since: z.string() });

/** How many records came after that moment (decision 41), as `data` or bare. */
export const newCountAnswer = z.union([
  z.pipe(
    z.object({ data: newCount }),
    z.transform(({ data }) => data),
  ),
  newCount,
]);

export type NewCount = z.output<typeof newCount>;
