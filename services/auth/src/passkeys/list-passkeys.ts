import type { OwnPasskeys } from '@kinmel/contracts';
import type { AuthContext } from '../auth-context.ts';
import { passkeyAnswer } from './passkey.ts';

/** The passkeys of an account without keys and hashes, oldest first, and the number of unused recovery codes. */
export async function listPasskeys(
  { passkeys }: Pick<AuthContext, 'passkeys'>,
  userId: string,
): Promise<OwnPasskeys> {
  const { passkeys: ownPasskeys, recoveryCodesLeft } = await passkeys.list(userId);
  return { passkeys: ownPasskeys.map(passkeyAnswer), recoveryCodesLeft };
}
