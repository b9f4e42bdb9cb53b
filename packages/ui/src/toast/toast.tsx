import CircleCheck from 'lucide-react/icons/circle-check';
import CircleX from 'lucide-react/icons/circle-x';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import X from 'lucide-react/icons/x';
import { type FocusEvent, useEffect, useRef, useState } from 'react';
import { IconButton } from '../button/icon-button.tsx';
import { classNames } from '../class-names.ts';
import { comeAfterRegion } from '../state/come-after-region.ts';
import classes from './toast.module.css';

export type ToastKind = 'success' | 'error' | 'warning' | 'info';

export interface ToastProps {
  kind: ToastKind;
  text: string;
  /** How long it stays in milliseconds, the time under pointer or focus not counted. */
  durationMs: number;
  /** The page itself says the same to readers, who would hear it twice: it is only seen. */
  isQuiet?: boolean | undefined;
  /** Asked once, by the cross or when the time is over. */
  onClose: () => void;
}

const icons = { success: CircleCheck, error: CircleX, warning: TriangleAlert, info: Info } as const;

/**
 * A short message that goes by itself; an error interrupts a reader, the others wait. Always light.
 * It stops its time while the pointer or the focus is on it, so nobody loses a race against it.
 */
export function Toast({ kind, text, durationMs, isQuiet = false, onClose }: ToastProps) {
  const [paused, setPaused] = useState(false);
  const left = useRef(durationMs);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });

  useEffect(() => {
    if (paused) return;
    const startedAt = performance.now();
    const timer = setTimeout(() => close.current(), left.current);
    return () => {
      clearTimeout(timer);
      left.current = Math.max(0, left.current - (performance.now() - startedAt));
    };
  }, [paused]);

  const leave = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setPaused(false);
  };
  const Icon = icons[kind];
  return (
    <div
      data-theme="light"
      data-paused={paused || undefined}
      className={classNames(classes.toast, classes[kind])}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={leave}
    >
      <Icon className={classes.icon} />
      {isQuiet || kind === 'error' ? (
        <span className={classes.text} role={isQuiet ? undefined : 'alert'}>
          {text}
        </span>
      ) : (
        <output className={classes.text}>
          <span ref={comeAfterRegion}>{text}</span>
        </output>
      )}
      <IconButton label="Close message" className={classes.close} onClick={onClose}>
        <X />
      </IconButton>
      <span className={classes.bar} style={{ animationDuration: `${durationMs}ms` }} />
    </div>
  );
}
