import { useRef } from 'react';
import { Button } from '../button/button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';

export interface ConfirmDialogProps extends Pick<DialogProps, 'open' | 'onClose' | 'title' | 'children'> {
  /** Label of the button that destroys: "Clear Cart". */
  confirm: string;
  /** Label of the safe button, which has the focus. */
  cancel?: string | undefined;
  onConfirm?: (() => void) | undefined;
  look?: 'danger' | 'solid' | undefined;
  /** Id of a form among the children that the confirming button submits. */
  form?: string | undefined;
  /** True while the confirmed action is under way: the dialog cannot be dismissed then. */
  busy?: boolean | undefined;
  busyText?: string | undefined;
}

/** Asks before something is destroyed. */
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
  const safe = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      {...dialog}
      canDismiss={!busy}
      initialFocus={safe}
      withoutCross
      actions={
        <>
          <Button ref={safe} look="line" onClick={props.onClose} disabled={busy}>
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
