import { useRef } from 'react';
import { Button } from '../button/button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';

export interface ConfirmDialogProps extends Pick<DialogProps, 'open' | 'onClose' | 'title' | 'children'> {
  /** Label of the confirming button: "Clear Cart". */
  confirm: string;
  /** Label of the cancelling button, which has the initial focus. */
  cancel?: string | undefined;
  onConfirm?: (() => void) | undefined;
  look?: 'danger' | 'solid' | undefined;
  /** Id of a form among the children that the confirming button submits. */
  form?: string | undefined;
  /** True while the confirmed action is in progress: the dialog cannot be dismissed then. */
  busy?: boolean | undefined;
  busyText?: string | undefined;
}

/** Asks for confirmation of a destructive action. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    confirm,
    cancel = 'Cancel',
    onConfirm,
    look = 'danger',
    form,
    busy = false,
    busyText,
    ...dialog
  } = props;
  const cancelButton = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      {...dialog}
      canDismiss={!busy}
      initialFocus={cancelButton}
      withoutCross
      actions={
        <>
          <Button ref={cancelButton} look="line" onClick={props.onClose} disabled={busy}>
            {cancel}
          </Button>
          <Button
            look={look}
            type={form ? 'submit' : 'button'}
            form={form}
            onClick={onConfirm}
            busy={busy}
            busyText={busyText}
          >
            {confirm}
          </Button>
        </>
      }
    />
  );
}
