import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import X from 'lucide-react/icons/x';
import type { ComponentProps } from 'react';
import { IconButton } from '../button/icon-button.tsx';
import { classNames } from '../class-names.ts';
import tones from '../label/tones.module.css';
import classes from './alert.module.css';
import { announceOnMount } from './announce-on-mount.ts';

export interface AlertProps extends ComponentProps<'div'> {
  tone: 'ok' | 'bad' | 'warn' | 'info';
  /** Adds a cross. */
  onClose?: (() => void) | undefined;
}

const icons = { ok: CircleCheck, bad: CircleAlert, warn: TriangleAlert, info: Info } as const;

/** A message that stays on the page; a `bad` one is announced at once. */
export function Alert({
  tone,
  role = tone === 'bad' ? 'alert' : 'status',
  onClose,
  className,
  children,
  ...native
}: AlertProps) {
  const Icon = icons[tone];
  return (
    <div {...native} role={role} className={classNames(classes.alert, tones[tone], className)}>
      <Icon size={20} />
      <div ref={role === 'status' ? announceOnMount : undefined} className={classes.text}>
        {children}
      </div>
      {onClose ? (
        <IconButton label="Close message" className={classes.close} onClick={onClose}>
          <X />
        </IconButton>
      ) : null}
    </div>
  );
}
