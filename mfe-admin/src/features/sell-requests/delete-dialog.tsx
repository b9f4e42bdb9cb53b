import type { SellRequestAnswer } from '@kinmel/contracts';
import { Alert, Button, Dialog } from '@kinmel/ui';
import { apiProblem } from '@kinmel/web-kit';
import { useRef, useState } from 'react';
import { failureText } from '../../failure-text.ts';
import { phoneText } from './sell-request-words.ts';
import { sellRequestsApi } from './sell-requests-api.ts';

interface DeleteDialogProps {
  request: SellRequestAnswer;
  onClose: () => void;
  onDeleted: () => void;
}

/** Asks before a request goes with its photo and its personal data (ASELL-09). */
export function DeleteDialog({ request, onClose, onDeleted }: DeleteDialogProps) {
  const safe = useRef<HTMLButtonElement>(null);
  const [remove, { isLoading }] = sellRequestsApi.useDeleteSellRequestMutation();
  const [failure, setFailure] = useState<string>();
  const run = async () => {
    setFailure(undefined);
    const { error } = await remove(request.id);
    // Gone already is what was wanted.
    if (error && apiProblem(error).status !== 404) setFailure(failureText(error, 'Failed to delete request'));
    else onDeleted();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Delete request"
      canDismiss={!isLoading}
      withoutCross
      initialFocus={safe}
      actions={
        <>
          <Button ref={safe} look="line" onClick={onClose} disabled={isLoading}>
            Cancel
          </Button>
          <Button look="danger" onClick={() => void run()} busy={isLoading} busyText="Deleting...">
            Delete
          </Button>
        </>
      }
    >
      <p>Are you sure you want to delete this request?</p>
      <p>
        {request.fullName}: {phoneText(request)}
      </p>
      {failure ? <Alert tone="bad">{failure}</Alert> : null}
    </Dialog>
  );
}
