import { useLayoutEffect, useRef } from 'react';
import { keepAboveDialogs } from './above-dialogs.ts';
import classes from './toast.module.css';
import { Toast, type ToastKind } from './toast.tsx';

export interface ToastStackProps {
  /** Oldest first, as they came. */
  toasts: readonly {
    id: string | number;
    kind: ToastKind;
    text: string;
    durationMs: number;
    isQuiet?: boolean | undefined;
  }[];
  onClose: (id: string | number) => void;
  /** Those beyond this number wait until there is room. */
  atMost?: number | undefined;
}

/** The one place for toasts, top right, above an open dialog too: the newest on top, at most three at a time. */
export function ToastStack({ toasts, onClose, atMost = 3 }: ToastStackProps) {
  const home = useRef<HTMLDivElement>(null);
  const stack = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (stack.current && home.current) return keepAboveDialogs(stack.current, home.current);
  }, []);
  return (
    <div ref={home} className={classes.home}>
      <section ref={stack} aria-label="Messages" className={classes.stack}>
        {toasts
          .slice(-atMost)
          .reverse()
          .map(({ id, ...toast }) => (
            <Toast key={id} {...toast} onClose={() => onClose(id)} />
          ))}
      </section>
    </div>
  );
}
