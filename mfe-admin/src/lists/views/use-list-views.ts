import { selectUser, storedValue, useAppSelector } from '@kinmel/web-kit';
import { useMemo, useSyncExternalStore } from 'react';
import { type ListView, readViews } from './list-views.rules.ts';

const noViews: readonly ListView[] = [];

/** The user's named views of a list, stored in this browser (decision 64). */
export function useListViews(list: string) {
  const userId = useAppSelector(selectUser)?.id ?? '';
  const key = `kinmel:list-views:${userId}:${list}`;
  const stored = useMemo(() => storedValue({ key, parse: readViews, empty: noViews }), [key]);
  const views = useSyncExternalStore(stored.subscribe, stored.read, () => noViews);
  return useMemo(
    () => ({
      views,
      /** Replaces all views. False: the storage is full or disabled. */
      store: (next: readonly ListView[]) => {
        const isStored = stored.write(next);
        // `stored` keeps a value in memory that it could not store: an unsaved view must not be shown.
        if (!isStored) stored.write(views);
        return isStored;
      },
    }),
    [views, stored],
  );
}
