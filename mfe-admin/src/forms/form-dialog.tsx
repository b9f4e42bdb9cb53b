import { Button, Dialog } from '@kinmel/ui';
import { type ComponentProps, type FormEvent, type KeyboardEvent, type Ref, useEffect, useId } from 'react';

export interface FormDialogProps
  extends Omit<ComponentProps<typeof Dialog>, 'open' | 'actions' | 'canDismiss'> {
  submitText: string;
  busyText?: string | undefined;
  canSubmit?: boolean;
  /** The form of a record, or another form with the same properties. */
  recordForm: {
    readonly isSaving: boolean;
    /** Unsaved input keeps the dialog open. */
    readonly isDirty?: boolean;
    readonly submit: (event: FormEvent) => void;
    /** Runs before the dialog closes. */
    readonly deleteDraft?: () => void;
    /** Ref of the form. */
    readonly formRef?: Ref<HTMLFormElement>;
  };
}

const stopSelector = ':is(input, select, textarea, [type="submit"]):enabled:not([type="file"])';

/** The fields and the submit button. In a radio group the selected button counts, or else the first one. */
const tabStopsOf = (form: HTMLFormElement) =>
  [...form.elements].filter((element): element is HTMLElement => {
    const group = element instanceof HTMLInputElement ? form.elements.namedItem(element.name) : null;
    const isInGroup = group instanceof RadioNodeList && element.matches('[type="radio"]');
    return (
      element.matches(stopSelector) &&
      (!isInGroup || element.matches(':checked') || (!group.value && group[0] === element))
    );
  });

/** Enter, which a scanner sends after each number, moves to the next field and finally to the submit button. */
function focusNextOnEnter(event: KeyboardEvent<HTMLFormElement>) {
  const { target, currentTarget: form } = event;
  if (event.key !== 'Enter' || !(target instanceof HTMLInputElement) || target.type === 'file') return;
  event.preventDefault();
  const group = target.type === 'radio' ? target.name : undefined;
  const isNext = (element: HTMLElement) =>
    target.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING &&
    element.getAttribute('name') !== group;
  tabStopsOf(form).find(isNext)?.focus();
}

/** A dialog with one form, Cancel and a submit button. Its first field gets the focus. */
export function FormDialog(props: FormDialogProps) {
  const {
    submitText,
    busyText = 'Saving...',
    canSubmit = true,
    recordForm,
    onClose,
    children,
    ...dialog
  } = props;
  const { isSaving, isDirty = false, formRef, submit, deleteDraft } = recordForm;
  const formId = useId();
  useEffect(() => {
    const form = document.getElementById(formId);
    const [first] = form instanceof HTMLFormElement ? tabStopsOf(form) : [];
    // Nothing is focused in a dialog without fields, so that Enter does not submit at once.
    if (!first?.matches('[type="submit"]')) first?.focus();
  }, [formId]);
  const close = () => {
    deleteDraft?.();
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
        ref={formRef}
        id={formId}
        className="stack gap-16 above-16"
        method="post"
        noValidate
        onSubmit={submit}
        onKeyDown={focusNextOnEnter}
      >
        {children}
      </form>
    </Dialog>
  );
}
