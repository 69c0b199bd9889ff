import { useCallback, useContext, useEffect, useRef, useState } from 'react';
import { UNSAFE_NavigationContext } from 'react-router-dom';

/**
 * Holds back what would take the reader away from unsaved work: links and buttons of the app, going back, closing the tab.
 * `asking`: something was held back; `leave()` lets it happen, `stay()` forgets it. `release()` before one's own leaving.
 */
export function useLeaveGuard(dirty: boolean) {
  const { navigator } = useContext(UNSAFE_NavigationContext);
  const [asking, setAsking] = useState(false);
  const held = useRef<() => void>(undefined);
  const released = useRef(false);
  /** The additional entry is there. */
  const extra = useRef(false);

  useEffect(() => {
    if (!dirty) return;
    released.current = false;
    const { push, replace, go } = navigator;
    const hold =
      (act: (...call: never[]) => void) =>
      (...call: never[]) => {
        if (released.current) return act.apply(navigator, call);
        held.current = () => act.apply(navigator, call);
        setAsking(true);
      };
    navigator.push = hold(push as never) as typeof push;
    navigator.replace = hold(replace as never) as typeof replace;

    // Going back cannot be forbidden. One more entry of this very page takes the first step back; a second one leaves.
    const here = window.history.state as unknown;
    if (!extra.current) window.history.pushState(here, '');
    extra.current = true;
    const back = (event: PopStateEvent) => {
      if (released.current) return;
      // The router must not hear of a step that leads nowhere.
      event.stopImmediatePropagation();
      window.history.pushState(here, '');
      held.current = () => go.call(navigator, -2);
      setAsking(true);
    };
    window.addEventListener('popstate', back, { capture: true });
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => {
      navigator.push = push;
      navigator.replace = replace;
      window.removeEventListener('popstate', back, { capture: true });
      window.removeEventListener('beforeunload', ask);
    };
  }, [dirty, navigator]);

  const release = useCallback(() => {
    released.current = true;
  }, []);
  return {
    asking,
    stay: () => setAsking(false),
    leave: () => {
      released.current = true;
      setAsking(false);
      held.current?.();
    },
    release,
  };
}
