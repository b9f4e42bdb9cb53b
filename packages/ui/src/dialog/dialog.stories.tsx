import { useRef, useState } from 'react';
import { Button } from '../button/button.tsx';
import type { StoryMeta } from '../story.ts';
import { Dialog } from './dialog.tsx';

export default { title: 'Dialog', component: Dialog } satisfies StoryMeta;

export const Confirmation = () => {
  const [isOpen, setOpen] = useState(false);
  const cancel = useRef<HTMLButtonElement>(null);
  const close = () => setOpen(false);
  return (
    <>
      <Button look="ghostDanger" onClick={() => setOpen(true)}>
        Clear Cart
      </Button>
      <Dialog
        open={isOpen}
        onClose={close}
        title="Clear Cart"
        initialFocus={cancel}
        withoutCross
        actions={
          <>
            <Button look="line" ref={cancel} onClick={close}>
              Cancel
            </Button>
            <Button look="danger" onClick={close}>
              Clear Cart
            </Button>
          </>
        }
      >
        Are you sure you want to remove all 4 item(s) from your cart? This action cannot be undone.
      </Dialog>
    </>
  );
};

export const Form = () => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open the form</Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title="A longer title that may take two lines on a phone"
      >
        <p>Content that is read before the actions.</p>
      </Dialog>
    </>
  );
};
