import type { SellRequestAnswer } from '@kinmel/contracts';
import { Alert, Button, Dialog } from '@kinmel/ui';
import { apiProblem, useAppDispatch } from '@kinmel/web-kit';
import { useRef, useState } from 'react';
import { failureText, isVersionConflict } from '../../failure-text.ts';
import type { RecordDialogProps } from '../../lists/list-declaration.ts';
import { wordOf } from '../../lists/status/statuses.rules.ts';
import { dollars } from '../../requests/request-words.ts';
import { requestsApi } from '../../requests/requests-api.ts';
import { phoneText } from './sell-request-words.ts';
import { sellRequestsApi } from './sell-requests-api.ts';

/** The statuses in which its customer waits for the shop or for an answer to a quote. */
const open = ['pending', 'reviewed', 'quoted'];

const changedText = ({ status, estimatedPrice }: SellRequestAnswer) =>
  `Someone else changed this request meanwhile. It is ${[
    wordOf(status),
    ...(typeof estimatedPrice === 'number' ? [dollars(estimatedPrice)] : []),
  ].join(', ')} now; Delete takes it away all the same.`;

/** Asks before a request is deleted with its photo and its personal data. */
export function DeleteDialog({ row: request, list, onClose }: RecordDialogProps<SellRequestAnswer>) {
  const onDeleted = () => {
    onClose();
    list.remove(request.id);
  };
  const dispatch = useAppDispatch();
  const safe = useRef<HTMLButtonElement>(null);
  const [remove, { isLoading }] = sellRequestsApi.useDeleteSellRequestMutation();
  const [failure, setFailure] = useState<string>();
  /** As somebody else left it meanwhile, and as it is deleted when Delete is pressed again. */
  const [fresh, setFresh] = useState<SellRequestAnswer>();
  const current = fresh ?? request;
  const meetFresh = async (conflict: unknown) => {
    const asking = requestsApi.endpoints.getRequest.initiate(
      { kind: 'sell-request', id: request.id },
      { forceRefetch: true, subscribe: false },
    );
    const { data, error } = await dispatch(asking);
    if (apiProblem(error).status === 404) return onDeleted();
    if (!data) return setFailure(failureText(conflict, 'Failed to delete request'));
    // The address of a kind answers requests of that kind.
    const now = data as SellRequestAnswer;
    setFresh(now);
    list.put(now);
    setFailure(changedText(now));
  };
  const run = async () => {
    setFailure(undefined);
    const { error } = await remove({ id: request.id, version: current.version });
    if (isVersionConflict(error)) return meetFresh(error);
    // One that is deleted already is what was wanted.
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
      {open.includes(current.status) ? <p>Its customer gets a mail that the request is closed.</p> : null}
      {failure ? <Alert tone="bad">{failure}</Alert> : null}
    </Dialog>
  );
}
