import { Button, Dialog } from '@kinmel/ui';
import { useRef, useState } from 'react';

/** "Clear Cart" with its question; the safe answer has the focus. */
export function ClearCart({ pieces, onClear }: { pieces: number; onClear: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const cancel = useRef<HTMLButtonElement>(null);
  const close = () => setAsking(false);
  return (
    <>
      <Button look="ghostDanger" onClick={() => setAsking(true)}>
        Clear Cart
      </Button>
      <Dialog
        open={isAsking}
        onClose={close}
        title="Clear Cart"
        initialFocus={cancel}
        withoutCross
        actions={
          <>
            <Button ref={cancel} look="line" onClick={close}>
              Cancel
            </Button>
            <Button look="danger" onClick={onClear}>
              Clear Cart
            </Button>
          </>
        }
      >
        {`Are you sure you want to remove all ${pieces} item(s) from your cart? This action cannot be undone.`}
      </Dialog>
    </>
  );
}
