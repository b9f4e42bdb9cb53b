import { auditEntry, ProblemError, type StaffCall } from '@kinmel/service-kit';
import type { AskBlocklist } from '../blocklist/blocklist.ts';
import type { DevicesContext } from '../devices/change-device.ts';
import type { Offer } from './offers.store.ts';

export interface OffersContext extends Pick<DevicesContext, 'offers' | 'devices' | 'key' | 'logger' | 'now'> {
  readonly askBlocklist: AskBlocklist;
}

/** Throws not-found. */
export async function findOffer({ offers }: OffersContext, sellRequestId: string): Promise<Offer> {
  const found = await offers.find(sellRequestId);
  if (!found) throw new ProblemError('not-found', 'This sell request has no IMEI.');
  return found;
}

/** D11: a register that does not answer leaves it unknown; a phone that was listed stays so. */
async function ask(
  { offers, key, askBlocklist, logger, now }: OffersContext,
  offer: Offer,
  staff?: StaffCall,
): Promise<void> {
  const answer = await askBlocklist(key.read(offer.imei.sealed)).catch((error: unknown) => {
    logger.warn({ err: error, sellRequestId: offer.id }, 'the register of stolen phones does not answer');
    return offer.blocklist === 'listed' ? ('listed' as const) : ('unknown' as const);
  });
  const entry = auditEntry(
    staff,
    { kind: 'sell-request', id: offer.id },
    { before: { blocklist: offer.blocklist }, after: { blocklist: answer }, shown: 'all' },
  );
  await offers.setBlocklist(offer, answer, now(), entry);
}

/** Asks about all offers that were not asked about. */
export async function askUnasked(context: OffersContext): Promise<void> {
  for (const offer of await context.offers.unasked()) await ask(context, offer);
}

/** Staff ask again. */
export const checkBlocklist = async (
  context: OffersContext,
  sellRequestId: string,
  staff: StaffCall | undefined,
): Promise<void> => ask(context, await findOffer(context, sellRequestId), staff);
