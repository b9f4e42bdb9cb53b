import type { RequestHistoryAnswer } from '@kinmel/contracts';
import { formatMoment, stepWords } from '../request-words.ts';
import classes from './history-list.module.css';

interface HistoryListProps {
  history: readonly RequestHistoryAnswer[];
}

/** Everything that happened with a request, newest first (SIL-38). */
export function HistoryList({ history }: HistoryListProps) {
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
