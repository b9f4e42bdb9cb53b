import { Button, Dialog } from '@kinmel/ui';
import { type ComponentProps, type FormEvent, type Ref, useId } from 'react';
import layout from '../frame/layout.module.css';

export interface FormDialogProps
  extends Omit<ComponentProps<typeof Dialog>, 'open' | 'actions' | 'canDismiss'> {
  submitText: string;
  busyText?: string | undefined;
  canSubmit?: boolean;
  /** The form of a record, or the same parts of another form. */
  edit: {
    readonly isSaving: boolean;
    /** Unsaved input keeps the dialog open. */
    readonly isDirty?: boolean;
    readonly submit: (event: FormEvent) => void;
    /** Called before the dialog is closed. */
    readonly forget?: () => void;
    /** Ref of the form. */
    readonly box?: Ref<HTMLFormElement>;
  };
}

/** A dialog that is one form, with Cancel and a submit button. */
export function FormDialog(props: FormDialogProps) {
  const { submitText, busyText = 'Saving...', canSubmit = true, edit, onClose, children, ...dialog } = props;
  const { isSaving, isDirty = false, box, submit, forget } = edit;
  const formId = useId();
  const close = () => {
    forget?.();
    onClose();
  };
  return (
    <Dialog
      {...dialog}
      open
      onClose={close}
      canDismiss={!isDirty && !isSaving}
      actions={
        <>
          <Button look="line" onClick={close} disabled={isSaving}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={isSaving} busyText={busyText} disabled={!canSubmit}>
            {submitText}
          </Button>
        </>
      }
    >
      <form ref={box} id={formId} className={layout.form} method="post" noValidate onSubmit={submit}>
        {children}
      </form>
    </Dialog>
  );
}
