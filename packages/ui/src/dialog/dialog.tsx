import X from 'lucide-react/icons/x';
import { type ReactNode, type RefObject, useId, useState } from 'react';
import { IconButton } from '../button/icon-button.tsx';
import { classNames } from '../class-names.ts';
import classes from './dialog.module.css';
import modalClasses from './modal.module.css';
import { useModal } from './use-modal.ts';

export interface DialogProps {
  open: boolean;
  /** Called by the cross, Escape and the scrim; the dialog closes when `open` becomes false. */
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** Right aligned; stacked at full width on phones, in tab order. Put the safe action first. */
  actions?: ReactNode;
  /** 520 px for forms and confirmations, `wide` is 900 px for dialogs with a picture. */
  size?: 'form' | 'wide' | undefined;
  /** False while input would be lost: Escape and scrim are ignored, and there is no cross. */
  canDismiss?: boolean | undefined;
  /** Initial focus; for destructive actions, the safe button. */
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  /** For confirmations, which have a Cancel button. */
  withoutCross?: boolean | undefined;
  className?: string | undefined;
}

/**
 * A modal dialog on the native `<dialog>`; on phones it is a bottom sheet. Its content is rendered only while
 * visible.
 */
export function Dialog(props: DialogProps) {
  const { open, onClose, size = 'form', canDismiss = true, initialFocus } = props;
  const titleId = useId();
  const { modal, isPresent } = useModal({ open, onClose, canDismiss, initialFocus });
  // Callers often clear the content when they close the dialog, so the last content is shown until the dialog has
  // disappeared.
  const [lastProps, setLastProps] = useState(props);
  if (open && lastProps !== props) setLastProps(props);
  const { title, children, actions } = open ? props : lastProps;
  return (
    <dialog
      {...modal}
      aria-labelledby={titleId}
      className={classNames(
        modalClasses.modal,
        classes.dialog,
        size === 'wide' && classes.wide,
        props.className,
      )}
    >
      {isPresent ? (
        <div className={classes.inside} inert={!open}>
          <div className={classes.head}>
            <h2 id={titleId} className={classNames('type-block', classes.title)}>
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
