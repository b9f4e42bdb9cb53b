import { Button, ConfirmDialog } from '@kinmel/ui';
import { useState } from 'react';

/** "Clear Cart" with its confirmation. */
export function ClearCart({ pieces, onClear }: { pieces: number; onClear: () => void }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button look="ghostDanger" onClick={() => setAsking(true)}>
        Clear Cart
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Clear Cart"
        confirm="Clear Cart"
        onConfirm={onClear}
      >
        {`Are you sure you want to remove all ${pieces} item(s) from your cart? This action cannot be undone.`}
      </ConfirmDialog>
    </>
  );
}
