import type { BodyOf, changePassword, Session } from '@kinmel/contracts';
import { changeSessionUser, getStore, injectEndpoints, reading, selectUser } from '@kinmel/web-kit';
import { readDone } from '../../account-answers.rules.ts';
import {
  type Account,
  mergeAccount,
  type ProfileFields,
  readAccount,
  readAvatar,
  readExport,
  readSessions,
  readUpdate,
} from './profile.rules.ts';

const accountPath = (id: string) => `/api/users/${encodeURIComponent(id)}`;
const sessionsTag = { type: 'Profile', id: 'sessions' } as const;

/** What was read or saved just now is what header, storage and all tabs show (PROF-20). */
async function takeOver(id: string, account: Account): Promise<void> {
  const user = selectUser(getStore().getState());
  if (user?.id !== id) return;
  const merged = mergeAccount(user, account);
  if (JSON.stringify(merged) !== JSON.stringify(user)) await changeSessionUser(merged);
}

/** Every request of the profile. Those with a password or a file are sent untracked, so that neither lies in the cache. */
export const profileApi = injectEndpoints((build) => ({
  getAccount: build.query<Account, string>({
    queryFn: (id, _api, _extra, send) => reading(send(accountPath(id)), readAccount),
    providesTags: ['Profile'],
    onQueryStarted: (id, { queryFulfilled }) =>
      queryFulfilled.then(({ data }) => takeOver(id, data)).catch(() => {}),
  }),
  updateProfile: build.mutation<Account, { id: string; fields: ProfileFields }>({
    queryFn: ({ id, fields }, _api, _extra, send) =>
      reading(send({ url: accountPath(id), method: 'PUT', body: fields }), (answer) =>
        readUpdate(answer, fields),
      ),
    onQueryStarted: async ({ id }, { dispatch, queryFulfilled }) => {
      const saved = await queryFulfilled.catch(() => undefined);
      if (!saved) return;
      dispatch(changeKnown(id, saved.data));
      await takeOver(id, saved.data);
    },
  }),
  uploadAvatar: build.mutation<Account, { id: string; picture: Blob }>({
    queryFn: ({ id, picture }, _api, _extra, send) => {
      const body = new FormData();
      body.append('profileImage', picture, 'picture');
      return reading(send({ url: `${accountPath(id)}/upload-avatar`, method: 'POST', body }), readAvatar);
    },
    onQueryStarted: async ({ id }, { dispatch, queryFulfilled }) => {
      const saved = await queryFulfilled.catch(() => undefined);
      if (!saved) return;
      dispatch(changeKnown(id, saved.data));
      await takeOver(id, saved.data);
    },
  }),
  listSessions: build.query<readonly Session[], void>({
    queryFn: (_none, _api, _extra, send) => reading(send('/api/auth/sessions'), readSessions),
    providesTags: [sessionsTag],
  }),
  endSession: build.mutation<string, string>({
    queryFn: (sessionId, _api, _extra, send) =>
      reading(
        send({ url: `/api/auth/sessions/${encodeURIComponent(sessionId)}`, method: 'DELETE' }),
        readDone,
      ),
    invalidatesTags: [sessionsTag],
  }),
  endSessions: build.mutation<string, void>({
    queryFn: (_none, _api, _extra, send) =>
      reading(send({ url: '/api/auth/sessions', method: 'DELETE' }), readDone),
  }),
  changePassword: build.mutation<string, BodyOf<typeof changePassword>>({
    queryFn: (body, _api, _extra, send) =>
      reading(send({ url: '/api/auth/change-password', method: 'POST', body }), readDone),
    invalidatesTags: (_done, error) => (error ? [] : [sessionsTag]),
  }),
  exportData: build.mutation<{ readonly name: string; readonly text: string }, string>({
    queryFn: (id, _api, _extra, send) => reading(send(`${accountPath(id)}/export`), readExport),
  }),
  deleteAccount: build.mutation<string, { id: string; password: string }>({
    queryFn: ({ id, password }, _api, _extra, send) =>
      reading(send({ url: `${accountPath(id)}/delete`, method: 'POST', body: { password } }), readDone),
  }),
}));

const changeKnown = (id: string, account: Account) =>
  profileApi.util.updateQueryData('getAccount', id, (known) => ({ ...known, ...account }));

export const { useGetAccountQuery, useListSessionsQuery, useEndSessionMutation, useEndSessionsMutation } =
  profileApi;
