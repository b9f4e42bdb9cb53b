import { Dialog } from '@kinmel/ui';
import { Link } from '@kinmel/web-kit';
import type { ReactNode } from 'react';
import { RightLink } from '../../frame/right-link.tsx';
import { formatMoment } from '../../time/format-moment.ts';
import cells from '../cells.module.css';
import { StatusBadge } from '../status/status.tsx';
import classes from './record-details.module.css';

type Fact = readonly [name: string, value: ReactNode];
/** Entries without a value are left out. */
export type Facts = readonly (Fact | '' | null | undefined)[];

export interface Customer {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
}

/** A fact that is a link. */
export const linkFact = (name: string, to: string, text = 'Open'): Fact => [
  name,
  <Link key={name} to={to}>
    {text}
  </Link>,
];

export const customerFacts = ({ name, email, phone }: Customer): Facts => [
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

/** One entry of a history or another timeline, such as mails. */
export interface TimelineStep {
  readonly key: string;
  readonly at: string;
  readonly text: ReactNode;
  /** Shown after the time: "by staff". */
  readonly detail: string;
  readonly note?: string | null | undefined;
}

export const Timeline = ({ steps }: { steps: readonly TimelineStep[] }) => (
  <ol className={`stack gap-12 type-small ${classes.timeline}`}>
    {steps.map(({ key, at, text, detail, note }) => (
      <li key={key}>
        <span className={cells.name}>{text}</span>
        <span className="quiet figures">
          <time dateTime={at}>{formatMoment(at)}</time>
          <span>{`, ${detail}`}</span>
        </span>
        {note ? <span className={`type-detail anywhere ${classes.text}`}>{note}</span> : null}
      </li>
    ))}
  </ol>
);

export const DetailsSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <h3 className={classes.title}>{title}</h3>
    {children}
  </section>
);

export interface RecordDetailsProps {
  id: string;
  title: string;
  /** Shown before the status. */
  subtitle: string;
  status: string;
  groups: Readonly<Record<string, Facts>>;
  /** Longer texts, by title. */
  texts: Readonly<Record<string, string | undefined>>;
  history: readonly TimelineStep[];
  /** Shown beside the groups. */
  picture?: ReactNode;
  /** Shown above the groups. */
  head?: ReactNode;
  /** Shown below the history. */
  children?: ReactNode;
  actions: ReactNode;
  canDismiss?: boolean;
  onClose: () => void;
}

export function RecordDetails(props: RecordDetailsProps) {
  const { id, title, subtitle, status, groups, texts, history, picture, actions, canDismiss, onClose } =
    props;
  return (
    <Dialog open onClose={onClose} title={title} size="wide" actions={actions} canDismiss={canDismiss}>
      <p className={`ends type-small ${classes.head}`}>
        <span>{subtitle}</span>
        <StatusBadge status={status} />
      </p>
      {props.head}
      <div className={`stack gap-16 above-16 ${picture ? classes.columns : classes.groups}`}>
        <div className={`stack gap-16 ${classes.groups}`}>
          {Object.entries(groups).map(([name, facts]) => (
            <section key={name} className={classes.group} aria-label={name}>
              <h3 className={classes.title}>{name}</h3>
              {/* Stacked links are 24 px apart. */}
              <dl className="stack gap-4 type-small">
                {facts.map(
                  (fact, index) =>
                    fact && (
                      // A phone may have two numbers with the same name.
                      <div key={`${fact[0]} ${index}`} className={`stack gap-16 ${classes.fact}`}>
                        <dt>{fact[0]}</dt>
                        <dd>{fact[1]}</dd>
                      </div>
                    ),
                )}
              </dl>
            </section>
          ))}
          {Object.entries(texts).map(([name, text]) => (
            <DetailsSection key={name} title={name}>
              <div className={`type-detail anywhere ${classes.text}`}>{text || 'None given.'}</div>
            </DetailsSection>
          ))}
          <DetailsSection title="History">
            <Timeline steps={history} />
            <RightLink right="audit.see" to={`/admin/audit?record=${id}`}>
              Who changed it
            </RightLink>
          </DetailsSection>
          {props.children}
        </div>
        {picture}
      </div>
    </Dialog>
  );
}
