import CloudOff from 'lucide-react/icons/cloud-off';
import RotateCw from 'lucide-react/icons/rotate-cw';
import type { ComponentProps } from 'react';
import { Button } from '../button/button.tsx';
import { classNames } from '../class-names.ts';
import classes from './panel.module.css';

export interface ErrorStateProps extends ComponentProps<'div'> {
  /** What could not be done and what to do next. */
  text: string;
  onRetry?: (() => void) | undefined;
  /** "Retry" unless the page has its own word: "Try Again", "Refresh". */
  retryLabel?: string | undefined;
  /** True while the retry is under way. */
  busy?: boolean | undefined;
}

/** What a place shows when its content could not be loaded. It interrupts a reader. */
export function ErrorState(props: ErrorStateProps) {
  const { text, onRetry, retryLabel = 'Retry', busy, className, ...native } = props;
  return (
    <div role="alert" {...native} className={classNames(classes.panel, className)}>
      <CloudOff className={classes.cloud} />
      <p className={classes.text}>{text}</p>
      {onRetry ? (
        <div className={classes.actions}>
          <Button look="line" size="medium" onClick={onRetry} busy={busy} busyText={retryLabel}>
            <RotateCw />
            {retryLabel}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
