import { Component, type ErrorInfo, type ReactNode } from 'react';
import { Button } from '../components/button/button';
import { EmptyState } from '../components/empty-state/empty-state';
import { t } from '../messages/en/common';
import css from './app.module.css';

/** The router's fallback: whatever breaks while a screen is drawn ends here, not in a blank page. Another `resetKey` (path) tries again. */
export class ErrorBoundary extends Component<{ children: ReactNode; resetKey: string }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    // oxlint-disable-next-line no-console -- the one place a broken screen can still be told to whoever looks
    console.error('a screen failed to draw', error, info.componentStack);
  }

  override componentDidUpdate(before: { resetKey: string }): void {
    if (this.state.failed && before.resetKey !== this.props.resetKey) this.setState({ failed: false });
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <div className={css.center} role="alert">
        <EmptyState
          title={t('unexpectedTitle')}
          text={t('unexpectedText')}
          action={
            <>
              <Button variant="primary" onClick={() => window.location.reload()}>
                {t('reload')}
              </Button>
              <Button onClick={() => window.location.assign('/')}>{t('goHome')}</Button>
            </>
          }
        />
      </div>
    );
  }
}
