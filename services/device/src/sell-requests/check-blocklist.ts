import { auditEntry, ProblemError, type StaffCall } from '@kinmel/service-kit';
import type { AskBlocklist } from '../blocklist/blocklist.ts';
import type { DevicesContext } from '../devices/change-device.ts';
import type { SellRequest } from './sell-requests.store.ts';

export interface SellRequestsContext
  extends Pick<DevicesContext, 'sellRequests' | 'devices' | 'key' | 'logger' | 'now'> {
  readonly askBlocklist: AskBlocklist;
}

/** Throws not-found. */
export async function findSellRequest(
  { sellRequests }: SellRequestsContext,
  sellRequestId: string,
): Promise<SellRequest> {
  const found = await sellRequests.find(sellRequestId);
  if (!found) throw new ProblemError('not-found', 'This sell request has no IMEI.');
  return found;
}

/** D11: a register that does not answer leaves it unknown; a phone that was listed stays so. */
async function ask(
  { sellRequests, key, askBlocklist, logger, now }: SellRequestsContext,
  request: SellRequest,
  staff?: StaffCall,
): Promise<void> {
  const answer = await askBlocklist(key.read(request.imei.sealed)).catch((error: unknown) => {
    logger.warn({ err: error, sellRequestId: request.id }, 'the register of stolen phones does not answer');
    return request.blocklist === 'listed' ? ('listed' as const) : ('unknown' as const);
  });
  const entry = auditEntry(
    staff,
    { kind: 'sell-request', id: request.id },
    { before: { blocklist: request.blocklist }, after: { blocklist: answer }, shown: 'all' },
  );
  await sellRequests.setBlocklist(request, answer, now(), entry);
}

/** Asks about all sell requests that were not asked about. */
export async function askUnasked(context: SellRequestsContext): Promise<void> {
  for (const request of await context.sellRequests.unasked()) await ask(context, request);
}

/** Staff ask again. */
export const checkBlocklist = async (
  context: SellRequestsContext,
  sellRequestId: string,
  staff: StaffCall | undefined,
): Promise<void> => ask(context, await findSellRequest(context, sellRequestId), staff);
