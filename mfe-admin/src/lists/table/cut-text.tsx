import { classNames } from '@kinmel/ui';
import classes from './cut-text.module.css';

interface CutTextProps {
  children: string;
  /** Words may go on in a second line; addresses and numbers stay in one. */
  lines?: 1 | 2;
  className?: string | undefined;
}

/** A text of a row. A text too long for its column ends in an ellipsis and is in the title as a whole. */
export function CutText({ children, lines = 1, className }: CutTextProps) {
  return (
    <span className={classNames(classes.text, className)} data-lines={lines} title={children}>
      {children}
    </span>
  );
}
