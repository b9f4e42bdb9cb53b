import { authEndpoints } from '@kinmel/contracts';
import { type Route, route } from '@kinmel/service-kit';
import type { AuthContext } from '../auth-context.ts';
import { changePassword } from './change-password.ts';
import { confirmStaff } from './confirm-staff.ts';
import { proveIdentity } from './prove-identity.ts';
import { checkResetLink, requestPasswordReset, resetPassword } from './reset-password.ts';

export function passwordsRoutes(context: AuthContext): Route[] {
  return [
    route(authEndpoints.requestPasswordReset, async (call) => {
      await requestPasswordReset(context, call.body.email, call);
      return {
        message: 'If an account exists for this email, a link to reset the password is on its way.',
      };
    }),
    route(authEndpoints.checkResetLink, async ({ body }) => ({
      state: await checkResetLink(context, body.token),
    })),
    route(authEndpoints.resetPassword, async (call) => {
      const userId = await resetPassword(context, call.body, call);
      return {
        message: 'Your password is changed. You can sign in with it now.',
        signedOut: call.identity === undefined || call.identity.userId === userId,
      };
    }),
    route(authEndpoints.confirmStaff, (call) =>
      confirmStaff(context, { ...call.params, ...call.body }, call),
    ),
    route(authEndpoints.proveIdentity, async (call) => {
      await proveIdentity(context, call.body, call);
      return { message: 'Thank you.' };
    }),
    route(authEndpoints.changePassword, async (call) => {
      await changePassword(context, call.body, call);
      return { message: 'Your password is changed. All other devices are signed out.' };
    }),
  ];
}
