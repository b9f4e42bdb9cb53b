import { passkeyEndpoints as endpoints } from '@kinmel/contracts';
import { type Route, route } from '@kinmel/service-kit';
import type { AuthContext } from '../auth-context.ts';
import { requireLiveSession } from '../sessions/live-session.ts';
import { addPasskey, startPasskey } from './add-passkey.ts';
import { listPasskeys } from './list-passkeys.ts';
import { logInWithRecoveryCode, renewRecoveryCodes } from './recovery-codes.ts';
import { removePasskey, unknownPasskey } from './remove-passkey.ts';
import { logInWithPasskey, startPasskeyLogIn, startPasskeyProof } from './use-passkey.ts';

export function passkeysRoutes(context: AuthContext): Route[] {
  return [
    route(endpoints.listPasskeys, async ({ identity }) => {
      const { user } = await requireLiveSession(context, identity);
      return listPasskeys(context, user.id);
    }),
    route(endpoints.startPasskey, (call) => startPasskey(context, call)),
    route(endpoints.addPasskey, (call) => addPasskey(context, call.body, call)),
    route(endpoints.renamePasskey, async ({ params, body, identity }) => {
      const { user } = await requireLiveSession(context, identity);
      if (!(await context.passkeys.saveName(user.id, params.id, body.name))) throw unknownPasskey();
      return { message: 'The name is saved.' };
    }),
    route(endpoints.removePasskey, async (call) => {
      await removePasskey(context, call.params.id, call);
      return { message: 'The passkey is removed.' };
    }),
    route(endpoints.renewRecoveryCodes, (call) => renewRecoveryCodes(context, call)),
    route(endpoints.startPasskeyLogIn, (call) => startPasskeyLogIn(context, call)),
    route(endpoints.logInWithPasskey, (call) => logInWithPasskey(context, call.body.credential, call)),
    route(endpoints.logInWithRecoveryCode, (call) => logInWithRecoveryCode(context, call.body, call)),
    route(endpoints.startPasskeyProof, (call) => startPasskeyProof(context, call)),
  ];
}
