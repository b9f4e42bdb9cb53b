import { ButtonLink, RequestState, Skeleton, StatusChip } from '@kinmel/ui';
import { findPage, formatDate, Link } from '@kinmel/web-kit';
import { requestsApi } from '../requests/requests-api.ts';
import { kindNames, statusOf } from '../requests/tracking/tracked-request.ts';
import classes from './own-requests.module.css';

const newRequestLinks = [
  { to: '/sellyourphone', name: 'Sell your phone' },
  { to: '/repair', name: 'Repair' },
  { to: '/newphonebooking', name: 'New phone booking' },
] as const;

/** The requests of the signed-in customer, newest first. */
export default function OwnRequests() {
  const request = requestsApi.useListOwnRequestsQuery(undefined, { refetchOnMountOrArgChange: true });
  const { data: requests } = request;
  if (requests === undefined)
    return (
      <RequestState request={request} text="Your requests could not be loaded. Please try again.">
        <div className="stack gap-12 above-16">
          <Skeleton height={76} />
          <Skeleton height={76} />
        </div>
      </RequestState>
    );
  if (requests.length === 0) {
    return (
      <div className="stack gap-16 above-16 quiet">
        <p>There are none yet.</p>
        <div className="buttons">
          {newRequestLinks
            .filter(({ to }) => findPage(to) !== undefined)
            .map(({ to, name }) => (
              <ButtonLink key={to} as={Link} to={to} look="line" size="medium">
                {name}
              </ButtonLink>
            ))}
        </div>
      </div>
    );
  }
  return (
    <ul className="stack gap-12 above-16">
      {requests.map((trackedRequest) => {
        const { name, tone } = statusOf(trackedRequest);
        return (
          <li key={trackedRequest.trackingLink} className={`ends ${classes.request}`}>
            <div className={classes.words}>
              <Link to={trackedRequest.trackingLink} className={`type-strong anywhere ${classes.subject}`}>
                {trackedRequest.subject}
              </Link>
              <span className="type-detail">
                {`${kindNames[trackedRequest.kind]}, ${formatDate(trackedRequest.createdAt, 'short')}`}
              </span>
            </div>
            <StatusChip tone={tone}>{name}</StatusChip>
          </li>
        );
      })}
    </ul>
  );
}
