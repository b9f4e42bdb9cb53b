import { Alert, Button } from '@kinmel/ui';
import classes from './form-notices.module.css';
import type { RecordForm } from './use-record-form.ts';

export interface ConflictRow {
  readonly name: string;
  readonly stored: string;
  readonly entered: string;
  /** Replaces the user's value by the stored one. */
  readonly onUse?: (() => void) | undefined;
}

/** Shows the values that another user has saved beside the values entered here. */
export function ConflictNotice({ rows }: { rows: readonly ConflictRow[] }) {
  return (
    <Alert tone="warn" role="alert" className="below-16">
      <p>
        Somebody else changed this meanwhile. What you did not touch is as they left it. Your entries are
        kept; saving again puts them in place of theirs.
      </p>
      {rows.length > 0 ? (
        <table className={`type-small above-8 ${classes.table}`}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Now</th>
              <th scope="col">Yours</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, stored, entered, onUse }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>
                  <span>{stored || 'None'}</span>
                  {onUse ? (
                    <Button look="line" size="small" aria-label={`Use the current ${name}`} onClick={onUse}>
                      Use it
                    </Button>
                  ) : null}
                </td>
                <td>{entered || 'None'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </Alert>
  );
}

interface FormNoticesProps {
  recordForm: Pick<
    RecordForm<{ readonly id: string; readonly version: number }, Record<string, unknown>>,
    'failure' | 'fields' | 'isDeleted' | 'isRestored' | 'discardDraft' | 'theirs'
  > & { readonly set: (change: never) => void };
  /** Labels of the fields that may be in conflict. */
  labels: Readonly<Record<string, string>>;
  textOf?: (value: unknown, name: string) => string;
  /** "product" of "This product was deleted". */
  noun?: string;
}

/** A value in the conflict notice. */
export function valueText(value: unknown): string {
  if (value instanceof File) return value.name;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' ? value : '';
}

/** Notices above the fields: restored draft, deleted record, conflict, failed save. */
export function FormNotices({ recordForm, labels, textOf = valueText, noun = 'record' }: FormNoticesProps) {
  const { theirs, fields } = recordForm;
  const rows = Object.entries(labels).map(([name, label]) => ({
    name: label,
    stored: textOf(theirs?.[name], name),
    entered: textOf(fields[name], name),
    onUse: () => recordForm.set({ [name]: theirs?.[name] } as never),
  }));
  return (
    <>
      {recordForm.isRestored ? (
        <Alert tone="info">
          What you had typed and not saved is back.{' '}
          <Button look="line" size="small" onClick={recordForm.discardDraft}>
            Discard it
          </Button>
        </Alert>
      ) : null}
      {recordForm.isDeleted ? (
        <Alert tone="bad">{`This ${noun} was deleted by someone else meanwhile. It cannot be saved.`}</Alert>
      ) : null}
      {theirs && !recordForm.isDeleted ? (
        <ConflictNotice rows={rows.filter(({ stored, entered }) => stored !== entered)} />
      ) : null}
      {recordForm.failure ? <Alert tone="bad">{recordForm.failure}</Alert> : null}
    </>
  );
}
