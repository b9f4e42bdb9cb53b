import { useEffect, useState } from 'react';

/**
 * False during the first render, true after it. What storage, the clock or the window know may be drawn only when
 * it is true, so that the first view can be drawn on a server.
 */
export function useHydrated(): boolean {
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return isHydrated;
}
