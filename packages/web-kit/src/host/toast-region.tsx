import { ToastStack } from '@kinmel/ui';
import { useSyncExternalStore } from 'react';
import { currentToasts, dismissToast, onToasts } from '../state/toast.ts';

const noToasts: ReturnType<typeof currentToasts> = [];

/** Shows the toasts of `toast`, top right. */
export function ToastRegion() {
  const toasts = useSyncExternalStore(onToasts, currentToasts, () => noToasts);
  return <ToastStack toasts={toasts} onClose={dismissToast} />;
}
