import { selectUser, useAppSelector } from '@kinmel/web-kit';
import { useMemo, useSyncExternalStore } from 'react';
import { type ListView, readViews } from './list-views.rules.ts';

export interface ListViews {
  readonly views: readonly ListView[];
  /** Replaces all views. False: the storage is full or disabled. */
  readonly keep: (views: readonly ListView[]) => boolean;
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Changes in other tabs.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

function readText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function parse(text: string | null): readonly ListView[] {
  try {
    return readViews(JSON.parse(text ?? 'null'));
  } catch {
    return [];
  }
}

/** The user's named views of a list, stored in this browser (decision 64). */
export function useListViews(list: string): ListViews {
  const userId = useAppSelector(selectUser)?.id ?? '';
  const key = `kinmel:list-views:${userId}:${list}`;
  const text = useSyncExternalStore(
    subscribe,
    () => readText(key),
    () => null,
  );
  return useMemo(
    () => ({
      views: parse(text),
      keep: (views) => {
        try {
          if (views.length === 0) localStorage.removeItem(key);
          else localStorage.setItem(key, JSON.stringify(views));
        } catch {
          return false;
        }
        for (const listener of listeners) listener();
        return true;
      },
    }),
    [text, key],
  );
}
