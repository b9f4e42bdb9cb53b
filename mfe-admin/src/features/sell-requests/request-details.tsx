import type { SellRequestAnswer } from '@kinmel/contracts';
import { Button, Dialog } from '@kinmel/ui';
import { formatDate } from '@kinmel/web-kit';
import { StatusBadge } from '../../lists/status/status-badge.tsx';
import { wordOf } from '../../lists/status/statuses.rules.ts';
import { FactGroup, Words } from '../../requests/details/fact-groups.tsx';
import { HistoryList } from '../../requests/details/history-list.tsx';
import { capital, dollars, formatMoment, shortId } from '../../requests/request-words.ts';
import classes from './request-details.module.css';
import { RequestPhoto } from './request-photo.tsx';
import { phoneName } from './sell-request-words.ts';

interface RequestDetailsProps {
  request: SellRequestAnswer;
  onClose: () => void;
  onQuote: () => void;
  onStatus: () => void;
  onDelete: () => void;
}

/** "Request Details" (ASELL-13 to ASELL-21), with the estimate that the seller saw, the quote's end and the history. */
export function RequestDetails({ request, onClose, onQuote, onStatus, onDelete }: RequestDetailsProps) {
  const { estimate, quoteValidUntil } = request;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Request Details"
      size="wide"
      actions={
        <>
          <Button look="ghostDanger" onClick={onDelete}>
            Delete
          </Button>
          <Button look="line" onClick={onStatus}>
            Update Status
          </Button>
          <Button onClick={onQuote}>Update Quote</Button>
        </>
      }
    >
      <p className={classes.head}>
        <span>
          {shortId(request.id)}, submitted {formatDate(request.createdAt, 'short')}
        </span>
        <StatusBadge status={request.status} />
      </p>
      <div className={classes.columns}>
        <div className={classes.groups}>
          <FactGroup
            title="Customer"
            facts={[
              ['Name', request.fullName],
              [
                'Email',
                <a key="email" href={`mailto:${request.contactEmail}`}>
                  {request.contactEmail}
                </a>,
              ],
              [
                'Phone',
                <a key="phone" href={`tel:${request.contactPhone}`}>
                  {request.contactPhone}
                </a>,
              ],
            ]}
          />
          <FactGroup
            title="Phone"
            facts={[
              ['Brand, model', phoneName(request)],
              ['Storage', `${request.storage} GB`],
              ['Condition', capital(request.condition ?? '')],
              ['Color', capital(request.color ?? '')],
            ]}
          />
          <FactGroup
            title="Pricing and status"
            facts={[
              ['Expected price', dollars(request.expectedPrice)],
              [
                'Seller saw',
                estimate ? `${dollars(estimate.low)} to ${dollars(estimate.high)}` : 'No estimate',
              ],
              ['Estimated price', dollars(request.estimatedPrice)],
              ...(quoteValidUntil ? [['Quote ends', formatMoment(quoteValidUntil)] as const] : []),
              ['Charger', request.hasCharger ? 'Yes' : 'No'],
              ['Status', wordOf(request.status)],
              ['Submitted', formatMoment(request.createdAt)],
              ['Last updated', formatMoment(request.updatedAt)],
            ]}
          />
          <Words title="Description">{request.description || 'None given.'}</Words>
          <Words title="Admin notes">{request.adminNotes || 'None yet.'}</Words>
          <Words title="History">
            <HistoryList record={request.id} history={request.history} />
          </Words>
        </div>
        <RequestPhoto request={request} size="large" />
      </div>
    </Dialog>
  );
}
