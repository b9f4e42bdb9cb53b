import CircleCheck from 'lucide-react/icons/circle-check';
import CircleX from 'lucide-react/icons/circle-x';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import X from 'lucide-react/icons/x';
import { type FocusEvent, useEffect, useRef, useState } from 'react';
import { IconButton } from '../button/icon-button.tsx';
import { classNames } from '../class-names.ts';
import { announceOnMount } from '../state/announce-on-mount.ts';
import classes from './toast.module.css';

export interface ToastProps {
  kind: 'success' | 'error' | 'warning' | 'info';
  text: string;
  /** Display time in milliseconds, paused while hovered or focused. */
  durationMs: number;
  /** The page announces the same text itself; the toast is visual only. */
  isQuiet?: boolean | undefined;
  /** Called once, by the close button or on timeout. */
  onClose: () => void;
}

const icons = { success: CircleCheck, error: CircleX, warning: TriangleAlert, info: Info } as const;

/**
 * A short message that closes by itself; errors are announced at once, others politely. Always uses the light theme.
 * Its timer is paused while hovered or focused (WCAG 2.2.1).
 */
export function Toast({ kind, text, durationMs, isQuiet = false, onClose }: ToastProps) {
  const [isPaused, setPaused] = useState(false);
  const remainingMs = useRef(durationMs);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });

  useEffect(() => {
    if (isPaused) return;
    const startedAt = performance.now();
    const timer = setTimeout(() => close.current(), remainingMs.current);
    return () => {
      clearTimeout(timer);
      remainingMs.current = Math.max(0, remainingMs.current - (performance.now() - startedAt));
    };
  }, [isPaused]);

  const resumeOnLeave = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setPaused(false);
  };
  const Icon = icons[kind];
  return (
    <div
      data-theme="light"
      data-paused={isPaused || undefined}
      className={classNames(classes.toast, classes[kind])}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={resumeOnLeave}
    >
      <Icon size={22} className={classes.icon} />
      {isQuiet || kind === 'error' ? (
        <span className={classes.text} role={isQuiet ? undefined : 'alert'}>
          {text}
        </span>
      ) : (
        <output className={classes.text}>
          <span ref={announceOnMount}>{text}</span>
        </output>
      )}
      <IconButton label="Close message" className={classes.close} onClick={onClose}>
        <X />
      </IconButton>
      <span className={classes.bar} style={{ animationDuration: `${durationMs}ms` }} />
    </div>
  );
}
