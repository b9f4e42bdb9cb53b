import { useSyncExternalStore } from 'react';
import { currentToasts, dismissToast, onToasts, pauseToasts, resumeToasts } from '../toast.ts';

const none: ReturnType<typeof currentToasts> = [];

/** The one place where toasts appear: top right, newest on top; their time stands still under pointer and focus. */
export function ToastRegion() {
  const messages = useSyncExternalStore(onToasts, currentToasts, () => none);
  return (
    <div
      onPointerEnter={pauseToasts}
      onPointerLeave={resumeToasts}
      onFocus={pauseToasts}
      onBlur={resumeToasts}
    >
      {messages.map(({ id, kind, text }) => (
        <div key={id} role={kind === 'error' ? 'alert' : 'status'}>
          {text}
          <button type="button" aria-label="Close" onClick={() => dismissToast(id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  );
}
