import { Button, type ButtonLook, Dialog } from '@kinmel/ui';
import { type ReactNode, useRef } from 'react';

interface ConfirmDialogProps {
  open?: boolean;
  title: string;
  confirmText: string;
  look?: ButtonLook;
  cancelText?: string;
  busy?: boolean;
  busyText?: string;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A question; the focus starts on the cancel button. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open = true, title, confirmText, look = 'danger', cancelText = 'Cancel' } = props;
  const { busy = false, busyText, onConfirm, onClose, children } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      canDismiss={!busy}
      title={title}
      initialFocus={cancel}
      withoutCross
      actions={
        <>
          <Button ref={cancel} look="line" onClick={onClose} disabled={busy}>
            {cancelText}
          </Button>
          <Button look={look} busy={busy} busyText={busyText} onClick={onConfirm}>
            {confirmText}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
