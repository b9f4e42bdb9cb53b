import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { isAdmin, type SessionUser } from './session-user.ts';

/** The result of a login, a signup or a renewal, and the content of storage. */
export interface SignedInSession {
  readonly user: SessionUser;
  /** Access token, sent with every request. */
  readonly token: string;
  /** Storage half of the refresh token; null when storage lost it. */
  readonly refreshToken: string | null;
}

/** Tokens are only here and in storage. */
export interface SessionState {
  /** Null when signed out. */
  readonly user: SessionUser | null;
  readonly token: string | null;
  readonly refreshToken: string | null;
  readonly isAuthenticated: boolean;
  /** A login is in progress. */
  readonly loading: boolean;
  /** Why the last login or renewal failed, as shown to the user. */
  readonly error: string | null;
  readonly signupLoading: boolean;
  readonly signupError: string | null;
}

type Progress = Partial<Pick<SessionState, 'loading' | 'error' | 'signupLoading' | 'signupError'>>;

const initialState: SessionState = {
  user: null,
  token: null,
  refreshToken: null,
  isAuthenticated: false,
  loading: false,
  error: null,
  signupLoading: false,
  signupError: null,
};

export const sessionSlice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    /** Changes only the state; `enterSession` also stores it and notifies other tabs. */
    signedIn: (_state, { payload }: PayloadAction<SignedInSession>) => ({
      ...initialState,
      ...payload,
      isAuthenticated: true,
    }),
    /** Changes only the state; `leaveSession` logs out. */
    signedOut: () => initialState,
    /** Progress of a login or a signup: `{ loading: true }`, then `{ loading: false, error }`. */
    signInChanged: (state, { payload }: PayloadAction<Progress>) => ({ ...state, ...payload }),
  },
  selectors: {
    selectUser: (state) => state.user,
    /** A stored user and a token: required by checkout, profile and orders. */
    selectIsSignedIn: (state) => state.isAuthenticated,
    selectIsAdmin: (state) => isAdmin(state.user),
    selectSession: (state) => state,
  },
});

export const { signedIn, signedOut, signInChanged } = sessionSlice.actions;
export const { selectUser, selectIsSignedIn, selectIsAdmin, selectSession } = sessionSlice.selectors;
