import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { Provider } from 'react-redux';
import { type InitialEntry, MemoryRouter, useLocation } from 'react-router-dom';
import type { User } from '../api/types';
import { App } from '../app/app';
import { startSession } from '../app/start-session';
import { type AppStore, createStore } from '../app/store';
import { toast } from '../components/toast/toast';
import { Toaster } from '../components/toast/toaster';
import { writeCookie } from '../lib/cookies';

export interface Where {
  pathname: string;
  search: string;
  hash: string;
  state: unknown;
}

function Spy({ where }: { where: Where }) {
  Object.assign(where, useLocation());
  return null;
}

function begin() {
  toast.dismiss();
  return { store: createStore(), where: { pathname: '', search: '', hash: '', state: null } as Where, user: userEvent.setup() };
}

/** The whole application at a path, after its start-up calls were sent. `token` puts the access cookie there first. */
export function renderApp(entry: InitialEntry, { token }: { token?: string } = {}) {
  const { store, where, user } = begin();
  if (token) writeCookie('accessToken', token, 900);
  void startSession(store);
  const view = render(
    <MemoryRouter initialEntries={[entry]}>
      <Spy where={where} />
      <App store={store} />
    </MemoryRouter>,
  );
  return { ...view, store, where, user };
}

/** One piece of a screen with store, router and toasts; signed in when a user is given. */
export function renderWithStore(ui: ReactElement, { entry = '/', signedInAs }: { entry?: InitialEntry; signedInAs?: User } = {}) {
  const { where, user } = begin();
  const session = { user: signedInAs ?? null, isAuthenticated: Boolean(signedInAs), isLoading: false, error: null, expired: false };
  const store: AppStore = createStore({ session });
  if (signedInAs) writeCookie('accessToken', 'token', 900);
  const view = render(
    <MemoryRouter initialEntries={[entry]}>
      <Spy where={where} />
      <Provider store={store}>
        {ui}
        <Toaster />
      </Provider>
    </MemoryRouter>,
  );
  return { ...view, store, where, user };
}
