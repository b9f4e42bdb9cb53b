import { Button } from '@kinmel/ui';
import { type ReactNode, useState } from 'react';

interface DialogButtonProps {
  text: string;
  look?: 'line' | 'solid';
  /** The dialog, rendered while it is open. */
  children: (close: () => void) => ReactNode;
}

/** A button above a list that opens a dialog. */
export function DialogButton({ text, look = 'line', children }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look={look} size="small" onClick={() => setOpen(true)}>
        {text}
      </Button>
      {isOpen ? children(() => setOpen(false)) : null}
    </>
  );
}
