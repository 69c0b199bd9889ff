import '../styles/fonts.css';
import '../styles/tokens.css';
import '../styles/base.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { accessToken, isSessionHinted } from '../api/session/tokens';
import { noteTyped } from '../lib/form/typed-early';
import { App } from './app';
import { reloadWhenOutdated } from './outdated';
import { startSession } from './start-session';
import { createStore } from './store';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const store = createStore();
reloadWhenOutdated();

// A page drawn at build time shows what a visitor without a session sees. It is taken over where it stands, on exactly that
// page and for exactly that visitor; anybody else gets it drawn anew.
const isDrawn = root.dataset.page === window.location.pathname && !accessToken() && !isSessionHinted();
const app = (drawnState?: ReturnType<typeof store.getState>) => (
  <StrictMode>
    <BrowserRouter>
      <App store={store} drawnState={drawnState} />
    </BrowserRouter>
  </StrictMode>
);
if (isDrawn) {
  noteTyped(root);
  hydrateRoot(root, app(store.getState()));
} else {
  root.replaceChildren();
  createRoot(root).render(app());
}
void startSession(store);
