import type { RequestHistoryAnswer } from '@kinmel/contracts';
import { Link } from '@kinmel/web-kit';
import { formatMoment, stepWords } from '../request-words.ts';
import classes from './history-list.module.css';

interface HistoryListProps {
  /** The id of the request: who of the staff did what is a page of its own. */
  record: string;
  history: readonly RequestHistoryAnswer[];
}

/** Everything that happened with a request, newest first (SIL-38). */
export function HistoryList({ record, history }: HistoryListProps) {
  return (
    <>
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
      <Link to={`/admin/audit?record=${record}`}>Who changed it</Link>
    </>
  );
}
