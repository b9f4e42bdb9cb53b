import type { SellRequestAnswer } from '@kinmel/contracts';
import { failureText } from '../../failure-text.ts';
import { DeleteRecord } from '../../forms/delete-record.tsx';
import type { RecordDialogProps } from '../../lists/list-declaration.ts';
import { sentenceCase } from '../../lists/status/statuses.rules.ts';
import { dollars } from '../../requests/request-texts.ts';
import { requestsApi, useReadRequest } from '../../requests/requests-api.ts';
import { phoneText } from './sell-request-texts.ts';

/** Open statuses: deleting the request sends its customer a mail. */
const openStatuses = ['pending', 'reviewed', 'quoted'];

/** Asks for confirmation before a request is deleted with its photo and its personal data. */
export function DeleteDialog({ row: request, list, onClose }: RecordDialogProps<SellRequestAnswer>) {
  const read = useReadRequest<SellRequestAnswer>('sell-request');
  const [remove] = requestsApi.useDeleteSellRequestMutation();
  return (
    <DeleteRecord
      row={request}
      noun="request"
      describe={({ status, estimatedPrice }) =>
        typeof estimatedPrice === 'number'
          ? `${sentenceCase(status)}, ${dollars(estimatedPrice)}`
          : sentenceCase(status)
      }
      remove={remove}
      readFresh={async (id) => {
        const fresh = await read(id);
        if (fresh) list.put(fresh);
        return fresh;
      }}
      onDeleted={() => {
        onClose();
        list.remove(request.id);
      }}
      onClose={onClose}
      failureText={(error) => failureText(error, 'Failed to delete request')}
    >
      {({ status }) => (
        <>
          <p>Are you sure you want to delete this request?</p>
          <p>{`${request.fullName}: ${phoneText(request)}`}</p>
          {openStatuses.includes(status) ? <p>Its customer gets a mail that the request is closed.</p> : null}
        </>
      )}
    </DeleteRecord>
  );
}
