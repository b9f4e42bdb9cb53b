import { ToastStack } from '@kinmel/ui';
import { useSyncExternalStore } from 'react';
import { currentToasts, dismissToast, onToasts } from '../state/toast.ts';

const none: ReturnType<typeof currentToasts> = [];

/** The one place where toasts appear, top right; `toast` of web-kit puts them there from anywhere. */
export function ToastRegion() {
  const toasts = useSyncExternalStore(onToasts, currentToasts, () => none);
  return <ToastStack toasts={toasts} onClose={(id) => dismissToast(Number(id))} />;
}
