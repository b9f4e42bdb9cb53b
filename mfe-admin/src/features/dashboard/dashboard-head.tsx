import { Alert, Button } from '@kinmel/ui';
import { apiProblem, type LazyPage } from '@kinmel/web-kit';
import { useState } from 'react';
import { adminApi } from '../../admin-api.ts';
import frame from '../../frame/admin-frame.module.css';
import { ChartsPlace } from './charts-place.tsx';
import classes from './dashboard-head.module.css';

/** The title with the total of products, and what went wrong above every tab. */
export function DashboardHead({ isUnknownTab, charts }: { isUnknownTab: boolean; charts: LazyPage }) {
  const { data: total, error, isFetching, refetch } = adminApi.useGetTotalProductsQuery();
  const [isDismissed, setDismissed] = useState(false);
  const text = apiProblem(error).kind === 'network' ? 'Network error' : 'Failed to fetch dashboard stats';
  return (
    <div className={frame.head}>
      <h1 className={classes.title}>Admin Dashboard</h1>
      <p className={classes.total}>
        Total Products <strong>{total === undefined ? '–' : total.toLocaleString('en-US')}</strong>
      </p>
      {error !== undefined && !isDismissed ? (
        <Alert tone="bad" className={classes.alert} onClose={() => setDismissed(true)}>
          Error: {text}{' '}
          <Button look="line" size="small" busy={isFetching} onClick={() => void refetch()}>
            Retry
          </Button>
        </Alert>
      ) : null}
      {isUnknownTab ? (
        <Alert tone="warn" className={classes.alert}>
          There is no such tab. Here is the first one.
        </Alert>
      ) : null}
      <ChartsPlace Content={charts} />
    </div>
  );
}
