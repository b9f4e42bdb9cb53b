import { useLayoutEffect, useRef } from 'react';
import { keepAboveDialogs } from './above-dialogs.ts';
import classes from './toast.module.css';
import { Toast, type ToastProps } from './toast.tsx';

export interface ToastMessage extends Omit<ToastProps, 'onClose'> {
  readonly id: number;
}

interface ToastStackProps {
  /** Oldest first. */
  toasts: readonly ToastMessage[];
  onClose: (id: number) => void;
}

/** The toasts of the page, top right, above an open dialog too, with the newest on top. */
export function ToastStack({ toasts, onClose }: ToastStackProps) {
  const home = useRef<HTMLDivElement>(null);
  const stack = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (stack.current && home.current) return keepAboveDialogs(stack.current, home.current);
  }, []);
  return (
    <div ref={home} className={classes.home}>
      <section ref={stack} aria-label="Messages" className={classes.stack}>
        {toasts.toReversed().map(({ id, ...toast }) => (
          <Toast key={id} {...toast} onClose={() => onClose(id)} />
        ))}
      </section>
    </div>
  );
}
