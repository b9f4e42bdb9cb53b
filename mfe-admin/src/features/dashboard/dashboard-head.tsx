import { Alert } from '@kinmel/ui';
import { apiProblem, type LazyPage } from '@kinmel/web-kit';
import { useState } from 'react';
import { adminApi } from '../../admin-api.ts';
import frame from '../../frame/admin-frame.module.css';
import { RetryAlert } from '../../frame/retry-alert.tsx';
import { ChartsPlace } from './charts-place.tsx';
import classes from './dashboard-head.module.css';

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
        <RetryAlert
          className={classes.alert}
          busy={isFetching}
          onRetry={refetch}
          onClose={() => setDismissed(true)}
        >
          Error: {text}
        </RetryAlert>
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
