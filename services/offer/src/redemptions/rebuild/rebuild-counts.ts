import type { RedemptionsContext } from '../redemptions-context.ts';

export interface CorrectedCount {
  readonly offerId: string;
  readonly storedCount: number;
  readonly ledgerCount: number;
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
      const ledgerCount = await context.redemptions.countOf(offerId, session);
      const storedCount = await context.offers.correctCount(offerId, ledgerCount, session);
      return storedCount === undefined ? undefined : { offerId, storedCount, ledgerCount };
    });
    if (correction) corrected.push(correction);
  }
  return { offers: ids.length, corrected };
}
