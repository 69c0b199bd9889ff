import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { User } from '../types';

export interface SessionState {
  user: User | null;
  isAuthenticated: boolean;
  /** True until the start-up calls have answered. */
  isLoading: boolean;
  error: string | null;
  /** The session ended by itself (refresh refused) while the person was at work; /login says so and leads back. */
  expired: boolean;
}

const initialState: SessionState = { user: null, isAuthenticated: false, isLoading: true, error: null, expired: false };

export const sessionSlice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    setLoading: (state, action: PayloadAction<boolean>) => {
      state.isLoading = action.payload;
    },
    setUser: (state, action: PayloadAction<User>) => {
      state.user = action.payload;
      state.isAuthenticated = true;
      state.isLoading = false;
      state.error = null;
      state.expired = false;
    },
    setError: (state, action: PayloadAction<string>) => {
      state.error = action.payload;
      state.isLoading = false;
    },
    clearError: (state) => {
      state.error = null;
    },
    logout: (state) => {
      state.user = null;
      state.isAuthenticated = false;
      state.isLoading = false;
      state.expired = false;
    },
    /** Like logout, but not asked for. Before the start-up is over nobody was at work, so it is a plain logout. */
    sessionExpired: (state) => {
      state.expired = !state.isLoading;
      state.user = null;
      state.isAuthenticated = false;
    },
    /** /login has told the person. */
    expiryShown: (state) => {
      state.expired = false;
    },
  },
});

export const { setLoading, setUser, setError, clearError, logout, sessionExpired, expiryShown } = sessionSlice.actions;
