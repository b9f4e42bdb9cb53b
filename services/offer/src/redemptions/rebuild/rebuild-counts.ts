import type { RedemptionsContext } from '../redemptions-context.ts';

export interface CorrectedCount {
  readonly offerId: string;
  readonly was: number;
  readonly is: number;
}

/**
 * Recounts the redemptions of every offer from the ledger and corrects differing counts (OFF-R10). May run while the shop
 * is open: reading and correcting are one transaction, which conflicts with concurrent redemptions.
 */
export async function rebuildCounts(
  context: Pick<RedemptionsContext, 'redemptions' | 'offers' | 'inTransaction'>,
): Promise<{ offers: number; corrected: CorrectedCount[] }> {
  const ids = await context.offers.ids();
  const corrected: CorrectedCount[] = [];
  for (const offerId of ids) {
    const correction = await context.inTransaction(async (session) => {
      const is = await context.redemptions.countOf(offerId, session);
      const was = await context.offers.correctCount(offerId, is, session);
      return was === undefined ? undefined : { offerId, was, is };
    });
    if (correction) corrected.push(correction);
  }
  return { offers: ids.length, corrected };
}
