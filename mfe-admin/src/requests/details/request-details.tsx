import type { RequestHistoryAnswer } from '@kinmel/contracts';
import { Dialog } from '@kinmel/ui';
import { formatDate, Link } from '@kinmel/web-kit';
import type { ReactNode } from 'react';
import { StatusBadge } from '../../lists/status/status-badge.tsx';
import { formatMoment, shortId, stepWords } from '../request-words.ts';
import classes from './request-details.module.css';

type Facts = readonly (readonly [name: string, value: ReactNode])[];

/** Name, mail and telephone of a customer. */
export const customerFacts = (name: string, email: string, phone: string): Facts => [
  ['Name', name],
  [
    'Email',
    <a key="email" href={`mailto:${email}`}>
      {email}
    </a>,
  ],
  [
    'Phone',
    <a key="phone" href={`tel:${phone}`}>
      {phone}
    </a>,
  ],
];

interface RequestDetailsProps {
  title: string;
  request: {
    readonly id: string;
    readonly status: string;
    readonly createdAt: string;
    readonly adminNotes?: string | undefined;
    readonly history: readonly RequestHistoryAnswer[];
  };
  /** "submitted" of "submitted 21 Nov 2026". */
  verb: string;
  groups: Readonly<Record<string, Facts>>;
  texts: Readonly<Record<string, string | undefined>>;
  /** Stands beside the groups. */
  picture?: ReactNode;
  actions: ReactNode;
  onClose: () => void;
}

/** Everything of one request, with what happened to it. */
export function RequestDetails(props: RequestDetailsProps) {
  const { title, request, verb, groups, texts, picture, actions, onClose } = props;
  return (
    <Dialog open onClose={onClose} title={title} size="wide" actions={actions}>
      <p className={classes.head}>
        <span>
          {shortId(request.id)}, {verb} {formatDate(request.createdAt, 'short')}
        </span>
        <StatusBadge status={request.status} />
      </p>
      <div className={picture ? classes.columns : classes.groups}>
        <div className={classes.groups}>
          {Object.entries(groups).map(([name, facts]) => (
            <section key={name} className={classes.group} aria-label={name}>
              <h3 className={classes.title}>{name}</h3>
              <dl className={classes.facts}>
                {facts.map(([fact, value]) => (
                  <div key={fact} className={classes.fact}>
                    <dt>{fact}</dt>
                    <dd>{value}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
          {Object.entries({ ...texts, 'Admin notes': request.adminNotes || 'None yet.' }).map(
            ([name, text]) => (
              <section key={name} aria-label={name}>
                <h3 className={classes.title}>{name}</h3>
                <div className={classes.words}>{text || 'None given.'}</div>
              </section>
            ),
          )}
          <section aria-label="History">
            <h3 className={classes.title}>History</h3>
            <History history={request.history} />
            <Link to={`/admin/audit?record=${request.id}`}>Who changed it</Link>
          </section>
        </div>
        {picture}
      </div>
    </Dialog>
  );
}

/** Everything that happened with a request, newest first. */
function History({ history }: { history: readonly RequestHistoryAnswer[] }) {
  return (
    <ol className={classes.history}>
      {history.toReversed().map((step) => {
        const { what, by } = stepWords(step);
        return (
          <li key={`${step.at} ${step.what} ${step.to}`}>
            <span className={classes.what}>{what}</span>
            <span className={classes.when}>
              <time dateTime={step.at}>{formatMoment(step.at)}</time>, {by}
            </span>
            {step.note ? <span className={classes.note}>{step.note}</span> : null}
          </li>
        );
      })}
    </ol>
  );
}
