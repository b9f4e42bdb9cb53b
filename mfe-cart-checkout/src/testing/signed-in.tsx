import { getStore, type SessionUser, signedIn } from '@kinmel/web-kit';
import { type ReactNode, useState } from 'react';

export const aarati: SessionUser = {
  id: 'c'.repeat(24),
  name: 'Aarati Gurung',
  email: 'aarati@example.com',
  role: 'user',
};

/** Renders a page for a signed-in user. */
export function SignedIn({ user = aarati, children }: { user?: SessionUser; children: ReactNode }) {
  useState(() => getStore().dispatch(signedIn({ user, token: 'access', refreshToken: 'refresh' })));
  return children;
}
