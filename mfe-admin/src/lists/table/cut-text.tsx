import { classNames } from '@kinmel/ui';
import classes from './cut-text.module.css';

interface CutTextProps {
  children: string;
  /** Words may wrap to a second line; addresses and numbers do not. */
  lines?: 1 | 2;
  className?: string | undefined;
}

/** Cuts a long text with an ellipsis; its title has the whole text. */
export function CutText({ children, lines = 1, className }: CutTextProps) {
  return (
    <span className={classNames(classes.text, className)} data-lines={lines} title={children}>
      {children}
    </span>
  );
}
