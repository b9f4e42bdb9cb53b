import { Button, Dialog } from '@kinmel/ui';
import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';

interface ToolDialogProps {
  Icon: LucideIcon;
  /** Of the button. */
  text: string;
  /** Of the dialog; the text by default. */
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
        {text}
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
