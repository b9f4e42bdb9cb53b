import { authEndpoints } from '@kinmel/contracts';
import { type Route, route } from '@kinmel/service-kit';
import type { AccountsContext } from './accounts-context.ts';
import { logIn } from './log-in.ts';
import { signUp } from './sign-up.ts';

export function accountsRoutes(context: AccountsContext): Route[] {
  return [
    route(authEndpoints.signUp, (call) => signUp(context, call.body, call)),
    route(authEndpoints.logIn, (call) => logIn(context, call.body, call)),
  ];
}
