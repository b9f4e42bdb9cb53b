import X from 'lucide-react/icons/x';
import { type ReactNode, type RefObject, useId, useState } from 'react';
import { IconButton } from '../button/icon-button.tsx';
import { classNames } from '../class-names.ts';
import classes from './dialog.module.css';
import { useModal } from './use-modal.ts';

export interface DialogProps {
  open: boolean;
  /** Asked by the cross, Escape and the scrim; the dialog closes when `open` becomes false. */
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** Right aligned; on phones full width and below each other, as they are tabbed. The safe one comes first. */
  actions?: ReactNode;
  /** 520 px for forms and confirmations, `wide` 900 for one with a picture. */
  size?: 'form' | 'wide' | undefined;
  /** False while something would be lost: Escape and scrim are then ignored, and there is no cross. */
  canDismiss?: boolean | undefined;
  /** Where the focus starts; where an action destroys, give it to the safe one. */
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  /** A confirmation needs no cross beside its Cancel. */
  withoutCross?: boolean | undefined;
  className?: string | undefined;
}

/** A modal dialog on the platform's `<dialog>`; up to 768 px it is a sheet from below. Its content exists only while it is to be seen. */
export function Dialog(props: DialogProps) {
  const { open, onClose, size = 'form', canDismiss = true, initialFocus } = props;
  const titleId = useId();
  const { modal, present } = useModal({ open, onClose, canDismiss, initialFocus });
  // Owners often clear what the dialog is about when they close it; until it is out of sight it shows what it last said.
  const [last, setLast] = useState(props);
  if (open && last !== props) setLast(props);
  const { title, children, actions } = open ? props : last;
  return (
    <dialog
      {...modal}
      aria-labelledby={titleId}
      className={classNames(classes.dialog, size === 'wide' && classes.wide, props.className)}
    >
      {present ? (
        <div className={classes.inside} inert={!open}>
          <div className={classes.head}>
            <h2 id={titleId} className={classes.title}>
              {title}
            </h2>
            {canDismiss && !props.withoutCross ? (
              <IconButton label="Close" className={classes.close} onClick={onClose}>
                <X />
              </IconButton>
            ) : null}
          </div>
          <div className={classes.body}>{children}</div>
          {actions ? <div className={classes.actions}>{actions}</div> : null}
        </div>
      ) : null}
    </dialog>
  );
}
