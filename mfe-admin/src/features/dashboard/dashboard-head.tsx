import { Alert } from '@kinmel/ui';
import { adminApi } from '../../admin-api.ts';
import frame from '../../frame/admin-frame.module.css';
import classes from './dashboard-head.module.css';

/** The title with the total of products (ADASH-01, ADASH-02, ADASH-10). */
export function DashboardHead({ isUnknownTab }: { isUnknownTab: boolean }) {
  const { data: total } = adminApi.useGetTotalProductsQuery();
  return (
    <div className={frame.head}>
      <h1 className={classes.title}>Admin Dashboard</h1>
      <p className={classes.total}>
        Total Products <strong>{total === undefined ? '–' : total.toLocaleString('en-US')}</strong>
      </p>
      {isUnknownTab ? (
        <Alert tone="warn" className={classes.alert}>
          There is no such tab. Here is the first one.
        </Alert>
      ) : null}
    </div>
  );
}
