import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const checkoutFolder = fileURLToPath(new URL('../../..', import.meta.url));

/** State of `npm start`: data, builds, remotes, logs. */
export const defaultStateFolder = join(checkoutFolder, '.kinmel');

export type StackFolders = ReturnType<typeof stackFolders>;

/** Folders of a stack. Bundles of services are shared by all stacks of the checkout. */
export function stackFolders(state: string) {
  return {
    state,
    build: join(defaultStateFolder, 'build'),
    data: join(state, 'data'),
    uploads: join(state, 'uploads'),
    avatars: join(state, 'avatars'),
    requestPhotos: join(state, 'request-photos'),
    devicePhotos: join(state, 'device-photos'),
    payoutProofs: join(state, 'payout-proofs'),
    authKeys: join(state, 'auth-keys'),
    mails: join(state, 'mails'),
    payments: join(state, 'payments'),
    remotes: join(state, 'remotes'),
    registry: join(state, 'registry'),
    shell: join(state, 'shell'),
    logs: join(state, 'logs'),
  };
}
