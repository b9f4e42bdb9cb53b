import { Button, Dialog } from '@kinmel/ui';
import { type ComponentProps, type FormEvent, type Ref, useId } from 'react';
import layout from '../frame/layout.module.css';

interface FormDialogProps extends Omit<ComponentProps<typeof Dialog>, 'open' | 'actions'> {
  submitText: string;
  busyText?: string | undefined;
  isBusy: boolean;
  canSubmit?: boolean;
  onSubmit: (event: FormEvent) => void;
  /** Ref of the form. */
  box?: Ref<HTMLFormElement>;
}

/** A dialog that is one form, with Cancel and a submit button. */
export function FormDialog(props: FormDialogProps) {
  const { submitText, busyText = 'Saving...', isBusy, canSubmit = true, onSubmit, box, children } = props;
  const { canDismiss = true, ...dialog } = props;
  const formId = useId();
  return (
    <Dialog
      open
      title={dialog.title}
      size={dialog.size}
      initialFocus={dialog.initialFocus}
      onClose={dialog.onClose}
      canDismiss={canDismiss && !isBusy}
      actions={
        <>
          <Button look="line" onClick={dialog.onClose} disabled={isBusy}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={isBusy} busyText={busyText} disabled={!canSubmit}>
            {submitText}
          </Button>
        </>
      }
    >
      <form ref={box} id={formId} className={layout.form} method="post" noValidate onSubmit={onSubmit}>
        {children}
      </form>
    </Dialog>
  );
}
