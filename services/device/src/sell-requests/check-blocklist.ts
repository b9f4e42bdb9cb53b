import type { OfferFindings } from '@kinmel/contracts';
import { auditEntry, ProblemError, type StaffCall } from '@kinmel/service-kit';
import type { AskBlocklist } from '../blocklist/blocklist.ts';
import type { DevicesContext } from '../devices/change-device.ts';
import type { SellRequest } from './sell-requests.store.ts';

export interface SellRequestsContext
  extends Pick<DevicesContext, 'sellRequests' | 'devices' | 'key' | 'logger' | 'now'> {
  readonly askBlocklist: AskBlocklist;
}

/** Rejects with `not-found` when no IMEI of the sell request is stored. */
export async function findSellRequest(
  { sellRequests }: SellRequestsContext,
  sellRequestId: string,
): Promise<SellRequest> {
  const sellRequest = await sellRequests.find(sellRequestId);
  if (!sellRequest) throw new ProblemError('not-found', 'This sell request has no IMEI.');
  return sellRequest;
}

/** DEV-D11: asks the register. If it does not answer, a listed number stays listed, and others are unknown. */
async function askRegister(
  { sellRequests, key, askBlocklist, logger, now }: SellRequestsContext,
  { id, imeis }: SellRequest,
  isAsked: (imei: SellRequest['imeis'][number]) => boolean,
  staff?: StaffCall,
): Promise<void> {
  for (const { hash, sealed, blocklist: before } of imeis.filter(isAsked)) {
    const blocklist = await askBlocklist(key.read(sealed)).catch((error: unknown) => {
      logger.warn({ err: error, sellRequestId: id }, 'the register of stolen phones does not answer');
      return before === 'listed' ? ('listed' as const) : ('unknown' as const);
    });
    const entry = auditEntry(
      staff,
      { kind: 'sell-request', id },
      { before: { blocklist: before }, after: { blocklist }, shownFields: 'all' },
    );
    await sellRequests.setBlocklist(id, hash, { blocklist, askedAt: now() }, entry);
  }
}

const isUnasked = ({ askedAt }: SellRequest['imeis'][number]) => askedAt === null;

/** Asks the register about all numbers that it was not asked about. */
export async function lookUpNewNumbers(context: SellRequestsContext): Promise<void> {
  for (const request of await context.sellRequests.unasked()) await askRegister(context, request, isUnasked);
}

/** DEV-D11: the worst result for a phone, looked up at once instead of in the background. */
export async function blocklistNow(
  context: SellRequestsContext,
  sellRequestId: string,
): Promise<OfferFindings['blocklist']> {
  const { sellRequests } = context;
  const request = await sellRequests.find(sellRequestId);
  if (request) await askRegister(context, request, isUnasked);
  return (await sellRequests.blocklistOf([sellRequestId])).get(sellRequestId) ?? 'unknown';
}

/** Staff ask the register about all numbers of a request again. */
export const checkBlocklist = async (
  context: SellRequestsContext,
  sellRequestId: string,
  staff: StaffCall | undefined,
): Promise<void> => askRegister(context, await findSellRequest(context, sellRequestId), () => true, staff);
