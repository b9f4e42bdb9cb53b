import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** Who is signed in, as every page may show it. */
export interface SessionUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: 'user' | 'admin';
}

export interface SessionState {
  /** Null: nobody is signed in, or storage was not read yet. */
  readonly user: SessionUser | null;
}

const initialState: SessionState = { user: null };

/** The session as the pages see it; tokens are never kept in the store. */
export const sessionSlice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    signedIn: (state, { payload }: PayloadAction<SessionUser>) => {
      state.user = payload;
    },
    signedOut: (state) => {
      state.user = null;
    },
  },
  selectors: {
    selectUser: (state) => state.user,
    selectIsAdmin: (state) => state.user?.role === 'admin',
  },
});

export const { signedIn, signedOut } = sessionSlice.actions;
export const { selectUser, selectIsAdmin } = sessionSlice.selectors;
