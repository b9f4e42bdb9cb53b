import { formatDate, formatTime } from '@kinmel/web-kit';
import type { ReactNode } from 'react';
import classes from './access-row.module.css';

export const momentOf = (iso: string) => `${formatDate(iso, 'short')}, ${formatTime(iso)}`;

interface AccessRowProps {
  icon: ReactNode;
  title: string;
  chip?: ReactNode;
  detail: string;
  /** Buttons and dialogs. */
  children?: ReactNode;
}

/** An entry of a list about access to the account: a session, a sign-in or a passkey. */
export function AccessRow({ icon, title, chip, detail, children }: AccessRowProps) {
  return (
    <li className={classes.row}>
      {icon}
      <div>
        <p className={`row anywhere type-value ${classes.title}`}>
          <span>{title}</span> {chip}
        </p>
        <p className={`type-detail anywhere ${classes.detail}`}>{detail}</p>
      </div>
      {children}
    </li>
  );
}
