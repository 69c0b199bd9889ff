import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query/react';
import { api } from '../api/api';
import { sessionSlice } from '../api/session/session.slice';

const reducer = combineReducers({ [api.reducerPath]: api.reducer, session: sessionSlice.reducer });

export type RootState = ReturnType<typeof reducer>;

/** A fresh store; the app has one, every test its own. */
export function createStore(preloadedState?: Partial<RootState>) {
  const store = configureStore({
    reducer,
    preloadedState,
    middleware: (defaults) => defaults().concat(api.middleware),
  });
  setupListeners(store.dispatch);
  return store;
}

export type AppStore = ReturnType<typeof createStore>;
export type AppDispatch = AppStore['dispatch'];
