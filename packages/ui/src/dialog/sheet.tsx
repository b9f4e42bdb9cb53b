import X from 'lucide-react/icons/x';
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { IconButton } from '../button/icon-button.tsx';
import { classNames } from '../class-names.ts';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';
import modalClasses from './modal.module.css';
import classes from './sheet.module.css';
import { useModal } from './use-modal.ts';

export interface SheetProps {
  open: boolean;
  /** Called by the cross, Escape and the scrim; the sheet closes when `open` becomes false. */
  onClose: () => void;
  /** Names the sheet; shown in its head unless `head` is set. */
  title: string;
  /** Shown in place of the title, such as the logo. */
  head?: ReactNode;
  children: ReactNode;
  /** Stays in view below the scrolling content. */
  foot?: ReactNode;
  /** `bottom` slides in from below on phones and from the right on wider screens. */
  side?: 'left' | 'right' | 'bottom' | undefined;
  /**
   * The button that opens the sheet. Requests closing when a resized window no longer shows it, because the page then
   * shows the content itself.
   */
  opener?: RefObject<HTMLElement | null> | undefined;
  className?: string | undefined;
}

/**
 * A modal sheet at an edge of the window, full height at the sides: menus and filters. Its content is rendered only
 * while visible.
 */
export function Sheet(props: SheetProps) {
  const { open, onClose, title, head, children, foot, side = 'left', opener, className } = props;
  const titleId = useId();
  const { modal, isPresent } = useModal({ open, onClose, canDismiss: true });

  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    if (!open || !opener) return;
    // Only the styles decide at which width the button is shown.
    const closeIfHidden = () => {
      if (opener.current?.getClientRects().length === 0) close.current();
    };
    window.addEventListener('resize', closeIfHidden);
    return () => window.removeEventListener('resize', closeIfHidden);
  }, [open, opener]);

  return (
    <dialog
      {...modal}
      aria-labelledby={titleId}
      className={classNames(
        modalClasses.modal,
        classes.sheet,
        classes[side],
        side === 'bottom' && classes.right,
        className,
      )}
    >
      {isPresent ? (
        <>
          <div className={classes.head}>
            {head ? (
              <>
                {head}
                <VisuallyHidden as="h2" id={titleId}>
                  {title}
                </VisuallyHidden>
              </>
            ) : (
              <h2 id={titleId} className="type-block">
                {title}
              </h2>
            )}
            <IconButton label="Close" onClick={onClose}>
              <X />
            </IconButton>
          </div>
          <div className={classes.body}>{children}</div>
          {foot ? <div className={classes.foot}>{foot}</div> : null}
        </>
      ) : null}
    </dialog>
  );
}
