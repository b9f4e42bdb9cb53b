import type { AppStore } from '../state/store.ts';
import { createSession, type Session } from './session.ts';

/** The session of this tab, with its browser listeners. Restores the stored session. */
export function openSession(store: AppStore, onLost: () => void): Session {
  const session = createSession(store, {
    storage: () => localStorage,
    locks: navigator.locks,
    channel: typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('kinmel:session'),
  });
  session.onLost(onLost);
  session.restore();
  const { wake, noteInput, leavePage, stop } = session;
  const onStorage = (event: StorageEvent) => session.onStorage(event);
  window.addEventListener('storage', onStorage);
  const wakeEvents = [
    [window, 'online'],
    [window, 'pageshow'],
    [document, 'visibilitychange'],
  ] as const;
  for (const [target, type] of wakeEvents) target.addEventListener(type, wake);
  window.addEventListener('pagehide', leavePage);
  const inputEvents = ['keydown', 'pointerdown', 'wheel'] as const;
  const listenerOptions = { capture: true, passive: true };
  for (const type of inputEvents) window.addEventListener(type, noteInput, listenerOptions);
  return {
    ...session,
    stop: () => {
      window.removeEventListener('storage', onStorage);
      for (const [target, type] of wakeEvents) target.removeEventListener(type, wake);
      window.removeEventListener('pagehide', leavePage);
      for (const type of inputEvents) window.removeEventListener(type, noteInput, listenerOptions);
      stop();
    },
  };
}
