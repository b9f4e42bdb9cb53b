import { getMailbox } from '@kinmel/contracts';
import type { ServiceClient } from '@kinmel/service-kit';

/** Asks auth for the current address of an account; null for a deleted one (NOT-M18). */
export const addressFrom =
  (auth: ServiceClient) =>
  async (userId: string): Promise<string | null> =>
    (await auth.call(getMailbox, { params: { userId } })).data?.email ?? null;
