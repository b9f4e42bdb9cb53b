import { Alert } from '@kinmel/ui';
import classes from './conflict-notice.module.css';

interface ConflictNoticeProps {
  /** Each field with the value that the server has now and the own one. */
  fields: readonly { readonly name: string; readonly now: string; readonly own: string }[];
}

/** Somebody else saved first: their values beside the own ones, which stay in the form. */
export function ConflictNotice({ fields }: ConflictNoticeProps) {
  return (
    <Alert tone="bad" className={classes.notice}>
      <p>
        Somebody else changed this meanwhile. Your entries are kept; saving again puts them in place of
        theirs.
      </p>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Now</th>
            <th scope="col">Yours</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ name, now, own }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{now || 'None'}</td>
              <td>{own || 'None'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Alert>
  );
}
