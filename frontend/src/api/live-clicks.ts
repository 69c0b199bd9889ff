import { useEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { api } from './api';
import type { RecentClick } from './types';

export type LiveState = 'connecting' | 'live' | 'paused';

/** Whatever shows a count of clicks or scans. */
const COUNTED = ['LinkList', 'QrList', 'QrCode', 'Analytics'] as const;
/** Clicks that come together refresh the figures once … */
const REFRESH_AFTER_MS = 100;
/** … and a steady stream of them this often; a refresh it put off with every click would never come. */
const REFRESH_EVERY_MS = 1_000;
/** A stream that the server refused (an expired session, a part that is down) is tried again this much later. */
const REOPEN_AFTER_MS = 5_000;

/**
 * Listens to clicks as they happen: of one link, or of the whole workspace without an id. Figures on the screen are
 * asked for again shortly after; `onClick` sees each click once.
 */
export function useLiveClicks(linkId: string | undefined, onClick?: (click: RecentClick) => void): LiveState {
  const dispatch = useDispatch();
  const [state, setState] = useState<LiveState>('connecting');
  const handler = useRef(onClick);
  handler.current = onClick;

  useEffect(() => {
    if (typeof EventSource === 'undefined') return;
    let source: EventSource | undefined;
    let reopen: number | undefined;
    let refresh: number | undefined;
    let refreshedAt = 0;
    const open = () => {
      source = new EventSource(linkId ? `/api/urls/${encodeURIComponent(linkId)}/analytics/realtime` : '/api/urls/analytics/realtime');
      source.onopen = () => setState('live');
      source.onerror = () => {
        setState('connecting');
        // The browser connects again by itself unless the server answered with an error.
        if (source?.readyState === EventSource.CLOSED) reopen = window.setTimeout(open, REOPEN_AFTER_MS);
      };
      source.addEventListener('click', (event) => {
        handler.current?.(JSON.parse((event as MessageEvent<string>).data) as RecentClick);
        refresh ??= window.setTimeout(
          () => {
            refresh = undefined;
            refreshedAt = Date.now();
            dispatch(api.util.invalidateTags([...COUNTED]));
          },
          Math.max(REFRESH_AFTER_MS, refreshedAt + REFRESH_EVERY_MS - Date.now()),
        );
      });
    };
    const visibility = () => {
      if (document.hidden) {
        source?.close();
        setState('paused');
      } else {
        open();
        dispatch(api.util.invalidateTags([...COUNTED]));
      }
    };
    if (!document.hidden) open();
    document.addEventListener('visibilitychange', visibility);
    return () => {
      document.removeEventListener('visibilitychange', visibility);
      window.clearTimeout(reopen);
      window.clearTimeout(refresh);
      source?.close();
    };
  }, [linkId, dispatch]);

  return state;
}
