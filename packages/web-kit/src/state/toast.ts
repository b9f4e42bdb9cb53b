import type { ToastMessage } from '@kinmel/ui';

/** Display time of a toast, in milliseconds. */
export const toastDurationMs = 3000;
/** Display time of a message about the cart, in milliseconds. */
export const cartToastDurationMs = 2000;
const maxToasts = 3;

let messages: readonly ToastMessage[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function setMessages(next: readonly ToastMessage[]): void {
  messages = next;
  for (const listener of listeners) listener();
}

/** Removes a toast when its time is over, or when the shopper closed it. */
export function dismissToast(id: number): void {
  setMessages(messages.filter((message) => message.id !== id));
}

/** The toasts on the page, oldest first, at most three: a fourth removes the first. */
export const currentToasts = (): readonly ToastMessage[] => messages;

/** Subscribes to changes of the toasts. Returns the function that unsubscribes. */
export function onToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function showToast(kind: ToastMessage['kind']) {
  return (
    text: string,
    { durationMs = toastDurationMs, isQuiet = false }: { durationMs?: number; isQuiet?: boolean } = {},
  ): number => {
    lastId += 1;
    const id = lastId;
    setMessages([...messages, { id, kind, text, durationMs, isQuiet }].slice(-maxToasts));
    return id;
  };
}

/** Shows a short message about what has just happened. What requires an action belongs in the page, not in a toast. */
export const toast = {
  success: showToast('success'),
  error: showToast('error'),
  info: showToast('info'),
  warning: showToast('warning'),
} as const;
