import { type Fact, Facts, RequestState, Skeleton } from '@kinmel/ui';
import { formatDate } from '@kinmel/web-kit';
import { type Account, fieldsOf, genderLabels, phoneOf } from './profile.rules.ts';
import classes from './profile-page.module.css';

const missingText = <span className={classes.missing}>Not given</span>;
const textSkeleton = <Skeleton form="text" width="55%" />;

/** The account's details as text, or skeletons while they load. */
function detailsOf(account: Account | undefined): readonly Fact[] {
  const { fullName, dateOfBirth, location, gender, bio } = fieldsOf(account ?? {});
  const details = {
    'Full Name': fullName,
    Email: account?.email,
    Phone: phoneOf(account ?? {}),
    'Date of birth': formatDate(dateOfBirth, 'long'),
    Location: location,
    Gender: gender === '' ? '' : genderLabels[gender],
    Bio: bio,
  };
  return Object.entries(details).map(([name, text]) => [name, account ? text || missingText : textSkeleton]);
}

interface AboutYouProps {
  request: { data?: Account | undefined; error?: unknown; isFetching: boolean; refetch: () => unknown };
}

export function AboutYou({ request }: AboutYouProps) {
  const facts = <Facts look="rows" facts={detailsOf(request.data)} className={`above-8 ${classes.facts}`} />;
  if (request.data) return facts;
  return (
    <RequestState
      request={request}
      text="Your profile could not be loaded. Please try again."
      className={request.error === undefined ? undefined : 'above-16'}
    >
      <div aria-hidden="true">{facts}</div>
    </RequestState>
  );
}
