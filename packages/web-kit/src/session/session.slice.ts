import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { isAdmin, type SessionUser } from './session-user.ts';

/** What a login, a signup or a refresh brings, and what storage keeps. */
export interface SignedInSession {
  readonly user: SessionUser;
  /** Access token, sent with every request. */
  readonly token: string;
  /** Storage half of the refresh token; null when storage lost it. */
  readonly refreshToken: string | null;
}

/** The state of the session. Tokens stand here and in storage, nowhere else. */
export interface SessionState {
  /** Null: nobody is signed in. */
  readonly user: SessionUser | null;
  readonly token: string | null;
  readonly refreshToken: string | null;
  readonly isAuthenticated: boolean;
  /** A login is under way. */
  readonly loading: boolean;
  /** Why the last login or refresh failed, in words for the screen. */
  readonly error: string | null;
  readonly signupLoading: boolean;
  readonly signupError: string | null;
}

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
    /** Only the state; `enterSession` also stores it and tells the other tabs. */
    signedIn: (_state, { payload }: PayloadAction<SignedInSession>) => ({
      ...initialState,
      ...payload,
      isAuthenticated: true,
    }),
    /** Only the state; `leaveSession` logs out. */
    signedOut: () => initialState,
    /** How a login or a signup goes: `{ loading: true }`, then `{ loading: false, error }`. */
    signInChanged: (
      state,
      {
        payload,
      }: PayloadAction<Partial<Pick<SessionState, 'loading' | 'error' | 'signupLoading' | 'signupError'>>>,
    ) => ({ ...state, ...payload }),
  },
  selectors: {
    selectUser: (state) => state.user,
    /** A stored user and a token: what checkout, profile and orders ask for. */
    selectIsSignedIn: (state) => state.isAuthenticated,
    selectIsAdmin: (state) => isAdmin(state.user),
    selectSession: (state) => state,
  },
});

export const { signedIn, signedOut, signInChanged } = sessionSlice.actions;
export const { selectUser, selectIsSignedIn, selectIsAdmin, selectSession } = sessionSlice.selectors;
