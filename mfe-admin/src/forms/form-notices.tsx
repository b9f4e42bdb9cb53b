import { Alert, Button } from '@kinmel/ui';
import type { ReactNode } from 'react';
import classes from './form-notices.module.css';

export interface ConflictRow {
  readonly name: string;
  readonly now: string;
  readonly own: string;
  /** Takes the value that stands there now. */
  readonly onUse?: (() => void) | undefined;
}

interface ConflictNoticeProps {
  rows: readonly ConflictRow[];
  children?: ReactNode;
}

/** Somebody else saved first: their values beside the own ones, which stay in the form. */
export function ConflictNotice({ rows, children }: ConflictNoticeProps) {
  return (
    <Alert tone="warn" role="alert" className={classes.notice}>
      <p>
        Somebody else changed this meanwhile. What you did not touch is as they left it. Your entries are
        kept; saving again puts them in place of theirs. {children}
      </p>
      {rows.length > 0 ? (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Now</th>
              <th scope="col">Yours</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, now, own, onUse }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>
                  {now || 'None'}
                  {onUse ? (
                    <Button look="line" size="small" aria-label={`Use ${name} of now`} onClick={onUse}>
                      Use it
                    </Button>
                  ) : null}
                </td>
                <td>{own || 'None'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </Alert>
  );
}

/** Says that a form goes on with what was left unsaved, and offers to begin with what is saved. */
export function RestoredAlert({ onStartAnew }: { onStartAnew: () => void }) {
  return (
    <Alert tone="info">
      What you had typed and not saved is back.{' '}
      <Button look="line" size="small" onClick={onStartAnew}>
        Discard it
      </Button>
    </Alert>
  );
}
