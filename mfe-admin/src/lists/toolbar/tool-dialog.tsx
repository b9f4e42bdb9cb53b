import { Button, Dialog } from '@kinmel/ui';
import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';

interface ToolDialogProps {
  Icon: LucideIcon;
  /** The text of the button. */
  text: string;
  /** The title of the dialog; the text of the button by default. */
  title?: string;
  /** Done by default. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A button of a toolbar that opens a dialog. */
export function ToolDialog({ Icon, text, title = text, actions, children }: ToolDialogProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button look="line" size="medium" onClick={() => setOpen(true)}>
        <Icon />
        <span>{text}</span>
      </Button>
      <Dialog
        open={isOpen}
        onClose={close}
        title={title}
        actions={actions ?? <Button onClick={close}>Done</Button>}
      >
        {children}
      </Dialog>
    </>
  );
}
