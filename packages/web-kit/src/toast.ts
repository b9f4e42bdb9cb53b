export type ToastKind = 'success' | 'error' | 'info' | 'warning';

export interface ToastMessage {
  readonly id: number;
  readonly kind: ToastKind;
  readonly text: string;
  readonly durationMs: number;
}

/** How long a toast stays, in milliseconds (decision CONF-16, CONST-10, CONST-11). */
export const toastDurationMs = 3000;
/** How long a message about the cart stays (decision CONF-16, CONST-09). */
export const cartToastDurationMs = 2000;
const mostToasts = 3;

let messages: readonly ToastMessage[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

interface Countdown {
  timer: ReturnType<typeof setTimeout> | undefined;
  startedAt: number;
  remainingMs: number;
}
const countdowns = new Map<number, Countdown>();
let isPaused = false;

function change(next: readonly ToastMessage[]): void {
  messages = next;
  for (const id of countdowns.keys()) {
    if (next.some((message) => message.id === id)) continue;
    clearTimeout(countdowns.get(id)?.timer);
    countdowns.delete(id);
  }
  if (next.length === 0) isPaused = false;
  for (const listener of listeners) listener();
}

function run(id: number, countdown: Countdown): void {
  countdown.startedAt = Date.now();
  countdown.timer = setTimeout(() => dismissToast(id), countdown.remainingMs);
}

/** Takes a toast away before its time. */
export function dismissToast(id: number): void {
  change(messages.filter((message) => message.id !== id));
}

/** Stops every toast's time, while the shopper points at one or has it focused. */
export function pauseToasts(): void {
  if (isPaused) return;
  isPaused = true;
  for (const countdown of countdowns.values()) {
    clearTimeout(countdown.timer);
    countdown.remainingMs = Math.max(0, countdown.remainingMs - (Date.now() - countdown.startedAt));
  }
}

export function resumeToasts(): void {
  if (!isPaused) return;
  isPaused = false;
  for (const [id, countdown] of countdowns) run(id, countdown);
}

/** The toasts on the page, newest first. */
export const currentToasts = (): readonly ToastMessage[] => messages;

export function onToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function show(kind: ToastKind) {
  return (text: string, { durationMs = toastDurationMs }: { durationMs?: number } = {}): number => {
    lastId += 1;
    const id = lastId;
    const countdown: Countdown = { timer: undefined, startedAt: 0, remainingMs: durationMs };
    countdowns.set(id, countdown);
    if (!isPaused) run(id, countdown);
    change([{ id, kind, text, durationMs }, ...messages].slice(0, mostToasts));
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
