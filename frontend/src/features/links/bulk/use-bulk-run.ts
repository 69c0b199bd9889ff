import { useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { api } from '../../../api/api';
import { messageOf } from '../../../api/api-error';
import { t } from '../../../messages/en/links-bulk';
import { type BulkChange, useChangeLinksMutation } from './bulk.api';

/** Links a call: about a second of work, so that the bar moves and a stop is soon. The server takes 500. */
const CHUNK = 200;

export interface BulkOutcome {
  succeeded: number;
  /** What went wrong, with how many links it was said of. */
  failures: { message: string; count: number }[];
  /** Ids that were changed, or are gone: nothing is left to do about them. */
  settled: string[];
  stopped: boolean;
}

/** One change to any number of links, some at a time, with progress and a stop. Never rejects. */
export function useBulkRun() {
  const dispatch = useDispatch();
  const [changeLinks] = useChangeLinksMutation();
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const stopping = useRef(false);

  const run = async (ids: readonly string[], change: BulkChange): Promise<BulkOutcome> => {
    stopping.current = false;
    const failures = new Map<string, number>();
    const settled: string[] = [];
    let succeeded = 0;
    const fail = (message: string, count: number) => failures.set(message, (failures.get(message) ?? 0) + count);
    setProgress({ done: 0, total: ids.length });
    for (let at = 0; at < ids.length && !stopping.current; at += CHUNK) {
      const chunk = ids.slice(at, at + CHUNK);
      try {
        const answer = await changeLinks({ ...change, ids: chunk }).unwrap();
        succeeded += answer.succeeded;
        for (const { id, ok, code, message } of answer.results) {
          if (ok || code === 'LINK_NOT_FOUND') settled.push(id);
          if (!ok) fail(message || t('failed'), 1);
        }
      } catch (error) {
        // The same would be said of the rest.
        fail(messageOf(error, t('failed')), ids.length - at);
        break;
      }
      setProgress({ done: Math.min(at + CHUNK, ids.length), total: ids.length });
    }
    setProgress(undefined);
    dispatch(api.util.invalidateTags(['LinkList', 'Analytics']));
    return { succeeded, failures: [...failures].map(([message, count]) => ({ message, count })), settled, stopped: stopping.current };
  };

  return {
    run,
    progress,
    stop: () => {
      stopping.current = true;
    },
  };
}
