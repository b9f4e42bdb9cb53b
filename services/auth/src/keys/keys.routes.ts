import { authEndpoints } from '@kinmel/contracts';
import { type Route, route } from '@kinmel/service-kit';
import type { SigningKeys } from './signing-keys.ts';

export function keysRoutes({ keys }: { readonly keys: SigningKeys }): Route[] {
  return [
    route(authEndpoints.getKeys, () =>
      keys.publicSet().then(({ keys: shown }) => ({ keys: shown.map((key) => ({ ...key })) })),
    ),
  ];
}
