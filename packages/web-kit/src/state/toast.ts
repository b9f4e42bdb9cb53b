export type ToastKind = 'success' | 'error' | 'info' | 'warning';

export interface ToastMessage {
  readonly id: number;
  readonly kind: ToastKind;
  readonly text: string;
  readonly durationMs: number;
  /** The page itself says the same to readers: they hear it once. */
  readonly isQuiet?: boolean;
}

/** How long a toast stays, in milliseconds. */
export const toastDurationMs = 3000;
/** How long a message about the cart stays. */
export const cartToastDurationMs = 2000;
const mostToasts = 3;

let messages: readonly ToastMessage[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly ToastMessage[]): void {
  messages = next;
  for (const listener of listeners) listener();
}

/** Takes a toast away: its time is over, or the shopper closed it. */
export function dismissToast(id: number): void {
  change(messages.filter((message) => message.id !== id));
}

/** The toasts on the page, oldest first, at most three: a fourth pushes out the first. */
export const currentToasts = (): readonly ToastMessage[] => messages;

/** Hears every change of the toasts. Returns the function that ends it. */
export function onToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function show(kind: ToastKind) {
  return (
    text: string,
    { durationMs = toastDurationMs, isQuiet = false }: { durationMs?: number; isQuiet?: boolean } = {},
  ): number => {
    lastId += 1;
    const id = lastId;
    change([...messages, { id, kind, text, durationMs, isQuiet }].slice(-mostToasts));
    return id;
  };
}

/** Says in one short sentence what just happened. What must be acted on belongs in the page, not in a toast. */
export const toast = {
  success: show('success'),
  error: show('error'),
  info: show('info'),
  warning: show('warning'),
} as const;
