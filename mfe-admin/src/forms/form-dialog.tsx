import { Button, Dialog } from '@kinmel/ui';
import { type ComponentProps, type FormEvent, type KeyboardEvent, type Ref, useEffect, useId } from 'react';
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

const fields = ':is(input, select, textarea, [type="submit"]):enabled:not([type="file"])';

/** The fields and the submit button; of a group of radio buttons the chosen one, or else the first. */
const stopsOf = (form: HTMLFormElement) =>
  [...form.elements].filter((one): one is HTMLElement => {
    const group = one instanceof HTMLInputElement ? form.elements.namedItem(one.name) : null;
    const isInGroup = group instanceof RadioNodeList && one.matches('[type="radio"]');
    return (
      one.matches(fields) && (!isInGroup || one.matches(':checked') || (!group.value && group[0] === one))
    );
  });

/** Enter, with which a scanner ends each number, goes to the next field and at last to the submit button. */
function goOn(event: KeyboardEvent<HTMLFormElement>) {
  const { target, currentTarget: form } = event;
  if (event.key !== 'Enter' || !(target instanceof HTMLInputElement) || target.type === 'file') return;
  event.preventDefault();
  const group = target.type === 'radio' ? target.name : undefined;
  const isNext = (one: HTMLElement) =>
    target.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING &&
    one.getAttribute('name') !== group;
  stopsOf(form).find(isNext)?.focus();
}

/** A dialog that is one form, with Cancel and a submit button. Its first field has the focus. */
export function FormDialog(props: FormDialogProps) {
  const { submitText, busyText = 'Saving...', canSubmit = true, edit, onClose, children, ...dialog } = props;
  const { isSaving, isDirty = false, box, submit, forget } = edit;
  const formId = useId();
  useEffect(() => {
    const form = document.getElementById(formId);
    const [first] = form instanceof HTMLFormElement ? stopsOf(form) : [];
    // Without a field, Enter must not submit at once.
    if (!first?.matches('[type="submit"]')) first?.focus();
  }, [formId]);
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
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <form
        ref={box}
        id={formId}
        className={`stack gap-16 above-16 ${layout.form}`}
        method="post"
        noValidate
        onSubmit={submit}
        onKeyDown={goOn}
      >
        {children}
      </form>
    </Dialog>
  );
}
