import type { BodyOf, changePassword } from '@kinmel/contracts';
import {
  type AppDispatch,
  answer,
  changeSessionUser,
  getStore,
  injectEndpoints,
  reading,
  selectUser,
} from '@kinmel/web-kit';
import { doneAnswer } from '../../account-answers.ts';
import { type Account, mergeAccount, type ProfileFields } from './profile.rules.ts';
import {
  accountAnswer,
  avatarAnswer,
  exportAnswer,
  sessionsAnswer,
  signInsAnswer,
  updateAnswer,
} from './profile-answers.ts';

const accountPath = (id: string) => `/api/users/${encodeURIComponent(id)}`;
const sessionsTag = { type: 'Profile', id: 'sessions' } as const;

/** Updates header, storage and all tabs with the account that was just read or saved. */
async function applyAccount(id: string, account: Account): Promise<void> {
  const user = selectUser(getStore().getState());
  if (user?.id !== id) return;
  const merged = mergeAccount(user, account);
  if (JSON.stringify(merged) !== JSON.stringify(user)) await changeSessionUser(merged);
}

/**
 * The requests of the profile. Those with a password or a file are sent untracked, so that neither stays in the cache.
 */
export const profileApi = injectEndpoints((build) => ({
  getAccount: build.query({
    query: (id: string) => accountPath(id),
    responseSchema: answer(accountAnswer),
    providesTags: ['Profile'],
    onQueryStarted: (id, { queryFulfilled }) =>
      queryFulfilled.then(({ data }) => applyAccount(id, data)).catch(() => {}),
  }),
  updateProfile: build.mutation<Account, { id: string; fields: ProfileFields }>({
    queryFn: ({ id, fields }, _api, _extra, send) =>
      reading(send({ url: accountPath(id), method: 'PUT', body: fields }), updateAnswer(fields)),
    onQueryStarted: ({ id }, { dispatch, queryFulfilled }) =>
      queryFulfilled.then(({ data }) => applySavedAccount(dispatch, id, data)).catch(() => {}),
  }),
  uploadAvatar: build.mutation({
    query: ({ id, picture }: { id: string; picture: Blob }) => {
      const body = new FormData();
      body.append('profileImage', picture, 'picture');
      return { url: `${accountPath(id)}/upload-avatar`, method: 'POST', body };
    },
    responseSchema: answer(avatarAnswer),
    onQueryStarted: ({ id }, { dispatch, queryFulfilled }) =>
      queryFulfilled.then(({ data }) => applySavedAccount(dispatch, id, data)).catch(() => {}),
  }),
  listSessions: build.query({
    query: (_none: void) => '/api/auth/sessions',
    responseSchema: answer(sessionsAnswer),
    providesTags: [sessionsTag],
  }),
  listSignIns: build.query({
    query: (_none: void) => '/api/auth/sign-ins',
    responseSchema: answer(signInsAnswer),
    providesTags: [sessionsTag],
  }),
  endSession: build.mutation({
    query: (sessionId: string) => ({
      url: `/api/auth/sessions/${encodeURIComponent(sessionId)}`,
      method: 'DELETE',
    }),
    responseSchema: answer(doneAnswer),
    invalidatesTags: [sessionsTag],
  }),
  endSessions: build.mutation({
    query: (_none: void) => ({ url: '/api/auth/sessions', method: 'DELETE' }),
    responseSchema: answer(doneAnswer),
  }),
  changePassword: build.mutation({
    query: (body: BodyOf<typeof changePassword>) => ({
      url: '/api/auth/change-password',
      method: 'POST',
      body,
    }),
    responseSchema: answer(doneAnswer),
    invalidatesTags: (_done, error) => (error ? [] : [sessionsTag]),
  }),
  exportData: build.mutation({
    query: (id: string) => `${accountPath(id)}/export`,
    responseSchema: answer(exportAnswer),
  }),
  deleteAccount: build.mutation({
    query: ({ id, password }: { id: string; password: string }) => ({
      url: `${accountPath(id)}/delete`,
      method: 'POST',
      body: { password },
    }),
    responseSchema: answer(doneAnswer),
  }),
}));

async function applySavedAccount(dispatch: AppDispatch, id: string, account: Account): Promise<void> {
  dispatch(
    profileApi.util.updateQueryData('getAccount', id, (cachedAccount) => ({ ...cachedAccount, ...account })),
  );
  await applyAccount(id, account);
}
