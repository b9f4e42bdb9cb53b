import CloudOff from 'lucide-react/icons/cloud-off';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { Button } from '../button/button.tsx';
import { classNames } from '../class-names.ts';
import classes from './panel.module.css';

/** A failed request that can be sent again. */
export interface RepeatedRequest {
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

export interface ErrorStateProps extends ComponentProps<'div'> {
  /** What failed and what to do next. */
  text: string;
  /** The request that Retry sends again; `onRetry` and `busy` are for anything else. */
  request?: RepeatedRequest;
  onRetry?: (() => void) | undefined;
  /** "Retry" by default; some pages use "Try Again" or "Refresh". */
  retryLabel?: string | undefined;
  /** True while the retry is in progress. */
  busy?: boolean | undefined;
}

/** Focuses the section around an element without adding it to the tab order. */
function focusSectionOf(element: Element): void {
  const section = element.parentElement?.closest<HTMLElement>('section, [role="tabpanel"], main');
  if (!section) return;
  if (!section.hasAttribute('tabindex')) {
    section.tabIndex = -1;
    section.addEventListener('blur', () => section.removeAttribute('tabindex'), { once: true });
  }
  section.focus({ preventScroll: true });
}

/**
 * Shown where content could not be loaded; announced at once. If it is removed while its button has the focus, its
 * section gets the focus, so that Tab continues from there.
 */
export function ErrorState(props: ErrorStateProps) {
  const { request, text, retryLabel = 'Retry', className, ...otherProps } = props;
  const {
    onRetry = request && (() => void request.refetch()),
    busy = request?.isFetching,
    ...native
  } = otherProps;
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = panel.current;
    return () => {
      if (element?.contains(document.activeElement)) focusSectionOf(element);
    };
  }, []);
  return (
    <div role="alert" {...native} ref={panel} className={classNames(classes.panel, className)}>
      <CloudOff size={44} className={classes.cloud} />
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
