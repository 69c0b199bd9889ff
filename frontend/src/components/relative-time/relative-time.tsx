import { useEffect, useState } from 'react';
import { formatDateTime, formatRelative } from '../../lib/format/format';

/** "3 hours ago", kept up to date; the exact time on hover. */
export function RelativeTime({ at }: { at: string | number | Date }) {
  const [now, setNow] = useState(() => Date.now());
  const time = new Date(at).getTime();
  const young = Math.abs(now - time) < 3_600_000;
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), young ? 15_000 : 600_000);
    return () => clearInterval(timer);
  }, [young]);
  if (Number.isNaN(time)) return null;
  return (
    <time dateTime={new Date(time).toISOString()} title={formatDateTime(time)}>
      {formatRelative(time, Math.max(now, Date.now()))}
    </time>
  );
}
