import type { TrackedRequest } from '@kinmel/contracts';
import {
  Alert,
  ButtonLink,
  Container,
  Facts,
  RequestState,
  Skeleton,
  StatusChip,
  takeFocus,
} from '@kinmel/ui';
import {
  apiProblem,
  formatDate,
  formatMoney,
  formatPrice,
  formatTime,
  Link,
  shopTimeZone,
  usePageTitle,
} from '@kinmel/web-kit';
import { useParams } from 'react-router-dom';
import { useGetShopPolicyQuery } from '../../policy/shop-policy.ts';
import { dayText } from '../../requests/appointment/appointment.rules.ts';
import { CalendarLink } from '../../requests/appointment/calendar-link.tsx';
import { payoutChoices } from '../../requests/choices.rules.ts';
import { photoAddressOf, requestsApi } from '../../requests/requests-api.ts';
import { CopyLink } from '../../requests/tracking/request-link.tsx';
import { factsOf } from '../../requests/tracking/tracked-facts.ts';
import { kindNames, statusOf, stepText, visibleSteps } from '../../requests/tracking/tracked-request.ts';
import { TrackingActions } from './tracking-actions.tsx';
import classes from './tracking-page.module.css';

/**
 * `/request-links/:token`: one request by its link, without an account. The token is secret, so neither title nor
 * referrer contains it.
 */
export default function TrackingPage() {
  usePageTitle('Your request');
  const { token = '' } = useParams();
  return (
    <Container page className={`stack gap-32 ${classes.page}`}>
      <meta name="referrer" content="no-referrer" />
      <h1>Your request</h1>
      <Content token={token} />
    </Container>
  );
}

/** The link from an ended request to a new one. */
const newRequestLinks = {
  'sell-request': { to: '/sellyourphone', name: 'Sell your phone' },
  'repair-booking': { to: '/booking', name: 'Book another time' },
  'phone-order': { to: '/newphonebooking', name: 'Order another phone' },
  return: { to: '/orders', name: 'Your Orders' },
} as const;

/** Includes the time, in the shop's time zone as in the mail. */
function validityText({ validUntil, isExpired }: NonNullable<TrackedRequest['quote']>): string {
  const day = formatDate(validUntil, 'long');
  return isExpired ? `Ended on ${day}` : `Good until ${day}, ${formatTime(validUntil)} (${shopTimeZone()})`;
}

/** The agreed price, and the payment method once it is chosen. */
function paidText({ agreed, payment }: NonNullable<TrackedRequest['quote']>): string | undefined {
  const amount = payment?.amount ?? agreed;
  if (!amount) return undefined;
  const sum = `Agreed: ${formatMoney(amount)}`;
  if (payment?.to === 'credit') return `${sum} as shop credit`;
  if (!payment?.method) return sum;
  const number = payment.accountLastFour ? ` …${payment.accountLastFour}` : '';
  return `${sum}, ${paidBy(payment.method)}${number}`;
}

function paidBy(method: keyof typeof payoutChoices): string {
  if (method === 'cash') return 'in cash at the shop';
  return method === 'bank' ? 'to your bank account' : `by ${payoutChoices[method].name}`;
}

/** Where the customer brings or sends an accepted phone. */
function HandOver({ reference }: { reference: string }) {
  const { data: policy } = useGetShopPolicyQuery();
  return (
    <p>
      {policy ? <strong>{`${policy.contact.address}. `}</strong> : null}
      <span>{`Please write the number ${reference} on the parcel.`}</span>
    </p>
  );
}

const photosOf = ({ hasPhoto, quote, returned }: TrackedRequest, token: string) => [
  ...(hasPhoto ? [[photoAddressOf(token), 'Your phone, as you sent it'] as const] : []),
  ...(quote?.photos.map((path, index) => [path, `Your phone, as we inspected it, ${index + 1}`] as const) ??
    []),
  ...(returned?.photos.map(
    ({ path, by }, index) => [path, `${by === 'customer' ? 'Yours' : 'Ours'}, ${index + 1}`] as const,
  ) ?? []),
];

function Content({ token }: { token: string }) {
  const query = requestsApi.useGetTrackedRequestQuery(token, { refetchOnMountOrArgChange: true });
  const { currentData: trackedRequest, error } = query;
  const { status: errorStatus } = apiProblem(error);
  // The request may also have been deleted after it was shown.
  if (errorStatus === 404 || errorStatus === 400)
    return <UnknownLink takesFocus={trackedRequest !== undefined} />;
  if (trackedRequest === undefined)
    return (
      <RequestState request={query} text="Your request could not be loaded. Please try again.">
        <div className="stack">
          <Skeleton height={160} />
          <Skeleton height={240} />
        </div>
      </RequestState>
    );
  const { kind, status, subject, reference, note, quote, appointment, returned, offered } = trackedRequest;
  const { name, tone, next, isOver } = statusOf(trackedRequest);
  const facts = factsOf(trackedRequest);
  const newRequestLink = isOver ? newRequestLinks[kind] : undefined;
  return (
    <div className={classes.columns}>
      <div className="stack gap-48">
        <section className={`box stack gap-16 ${classes.state}`} aria-label="Status">
          <p className="type-detail">{`${kindNames[kind]}, number ${reference}`}</p>
          <h2 className="type-block anywhere">{subject}</h2>
          <StatusChip tone={tone}>{name}</StatusChip>
          {appointment ? (
            <p className="type-strong">
              {`${dayText(appointment.date)}, ${appointment.time} (${appointment.timeZone})`}
            </p>
          ) : null}
          {quote && status !== 'rejected' ? (
            <p className={classes.quote}>
              <span className="type-price-page">{formatPrice(quote.price, 'USD')}</span>
              {status === 'quoted' ? <span>{validityText(quote)}</span> : null}
              <span>{paidText(quote)}</span>
            </p>
          ) : null}
          {facts.length > 0 ? <Facts facts={facts} look={returned ? 'sum' : undefined} /> : null}
          {note ? <Alert tone="info">{note}</Alert> : null}
          {next ? (
            <p>
              <strong>What comes next: </strong>
              <span>{next}</span>
            </p>
          ) : null}
          {status === 'accepted' && offered && !offered.isReceived ? (
            <HandOver reference={reference} />
          ) : null}
          <TrackingActions
            token={token}
            trackedRequest={trackedRequest}
            onChanged={() => void query.refetch()}
          />
          {newRequestLink ? (
            <div className="buttons">
              <ButtonLink as={Link} to={newRequestLink.to} look="line">
                {newRequestLink.name}
              </ButtonLink>
              <ButtonLink as={Link} to="/contact" look="line">
                Contact us
              </ButtonLink>
            </div>
          ) : null}
        </section>
        <section aria-labelledby="history">
          <h2 id="history" className="type-block">
            What happened
          </h2>
          <ol className={`stack gap-20 above-20 ${classes.history}`}>
            {visibleSteps(trackedRequest).map((step) => (
              <li key={`${step.at} ${step.what} ${step.to}`}>
                <span className="type-strong">{stepText(trackedRequest, step)}</span>
                <span className="type-detail">
                  <time dateTime={step.at}>{formatDate(step.at, 'long')}</time>
                  <span>{`, ${step.by === 'customer' ? 'by you' : 'by the shop'}`}</span>
                </span>
                {step.note && step.note !== stepText(trackedRequest, step) ? <span>{step.note}</span> : null}
              </li>
            ))}
          </ol>
        </section>
      </div>
      <aside className={`stack gap-16 ${classes.aside}`}>
        {photosOf(trackedRequest, token).map(([path, alt]) => (
          <img key={path} src={path} alt={alt} className={classes.photo} />
        ))}
        <p>Whoever has this link sees this page and can answer here. Keep it.</p>
        <CopyLink path={`/request-links/${token}`} />
        {trackedRequest.actions.includes('reschedule') ? (
          <CalendarLink trackedRequest={trackedRequest} />
        ) : null}
      </aside>
    </div>
  );
}

/** An unknown and a revoked link get the same answer. */
function UnknownLink({ takesFocus }: { takesFocus: boolean }) {
  return (
    // The button that had focus is gone, so move focus here.
    <div ref={takesFocus ? takeFocus : undefined} tabIndex={-1} className={`stack gap-16 ${classes.unknown}`}>
      <Alert tone="bad">
        This link is not valid any more. Open the link of the newest mail again, or start a new request.
      </Alert>
      <div className="buttons">
        <ButtonLink as={Link} to="/sellyourphone">
          Sell your phone
        </ButtonLink>
        <ButtonLink as={Link} to="/contact" look="line">
          Contact us
        </ButtonLink>
        <ButtonLink as={Link} to="/" look="line">
          Go to the shop
        </ButtonLink>
      </div>
    </div>
  );
}
