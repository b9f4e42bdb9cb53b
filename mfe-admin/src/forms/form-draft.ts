import { isFields, text } from '@kinmel/contracts/browser';
import { tabDraft } from '@kinmel/web-kit/forms';

/** What was filled in of a form and not saved. */
export interface FormDraft {
  /** What kind of record it changes, and which form of that kind: "status", "quote". */
  readonly kind: string;
  readonly what: string;
  /** "new" for a record that is not there yet. */
  readonly id: string;
  /** Of the record as it was when the form was filled in. */
  readonly version: number;
  /** The fields that were changed. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The last form that was left: a session that ends meanwhile leads to /login and back to it (decision 30). */
export const formDraft = tabDraft<FormDraft>({
  key: 'kinmel:form-draft',
  parse: (raw) => {
    const { kind, what, id, version, fields } = raw as Partial<Record<keyof FormDraft, unknown>>;
    if (!text(kind) || !text(what) || !text(id) || typeof version !== 'number' || !isFields(fields))
      return undefined;
    // All of them were looked at above.
    return raw as FormDraft;
  },
});
