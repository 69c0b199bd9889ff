import { type RefObject, useEffect, useState } from 'react';

/** True from the moment the element comes within `margin` of what is seen: for decoration that costs work to draw. */
export function useNear(element: RefObject<Element | null>, margin = '200px'): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    if (typeof IntersectionObserver === 'undefined') {
      setNear(true);
      return;
    }
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        setNear(true);
        observer.disconnect();
      },
      { rootMargin: margin },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, margin]);
  return isNear;
}
