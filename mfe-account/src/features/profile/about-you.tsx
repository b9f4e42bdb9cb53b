import { RequestState, Skeleton } from '@kinmel/ui';
import { formatDate } from '@kinmel/web-kit';
import { type Account, fieldsOf, genderLabels, phoneOf } from './profile.rules.ts';
import classes from './profile-page.module.css';

const labels = ['Full Name', 'Email', 'Phone', 'Date of birth', 'Location', 'Gender', 'Bio'] as const;

/** The account's details as text. */
function detailsOf(account: Account): Readonly<Record<(typeof labels)[number], string>> {
  const { fullName, dateOfBirth, location, gender, bio } = fieldsOf(account);
  return {
    'Full Name': fullName,
    Email: account.email ?? '',
    Phone: phoneOf(account),
    'Date of birth': formatDate(dateOfBirth, 'long'),
    Location: location,
    Gender: gender === '' ? '' : genderLabels[gender],
    Bio: bio,
  };
}

interface AboutYouProps {
  request: { data?: Account | undefined; error?: unknown; isFetching: boolean; refetch: () => unknown };
}

export function AboutYou({ request }: AboutYouProps) {
  const { data: account } = request;
  if (account) {
    const details = detailsOf(account);
    return (
      <dl className={classes.facts}>
        {labels.map((label) => (
          <div key={label} className={classes.fact}>
            <dt>{label}</dt>
            <dd>{details[label] || <span className={classes.missing}>Not given</span>}</dd>
          </div>
        ))}
      </dl>
    );
  }
  return (
    <RequestState
      request={request}
      text="Your profile could not be loaded. Please try again."
      className={request.error === undefined ? classes.facts : classes.below}
    >
      {labels.map((label) => (
        <div key={label} className={classes.fact} aria-hidden="true">
          <span>{label}</span>
          <Skeleton form="text" width="55%" />
        </div>
      ))}
    </RequestState>
  );
}
