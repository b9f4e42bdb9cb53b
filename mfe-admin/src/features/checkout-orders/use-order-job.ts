import { useEffect, useState } from 'react';
import { useParameter } from '../../lists/address/use-parameter.ts';
import type { ShownJob } from '../../lists/bulk/bulk-status.tsx';
import { checkoutOrdersApi } from './checkout-orders-api.ts';

const { useGetOrderJobQuery, useListOrderJobsQuery } = checkoutOrdersApi;

const pollMs = 1_000;

/**
 * The bulk job that the address names, so that the page can be reloaded or shared; by default the unfinished job of the
 * signed-in user.
 */
export function useOrderJob(): ShownJob {
  const [jobParameter, show] = useParameter('job', { replace: true });
  const id = jobParameter ?? undefined;
  const [doneId, setDoneId] = useState<string>();
  const unfinishedJobs = useListOrderJobsQuery(undefined, {
    skip: id !== undefined,
    refetchOnMountOrArgChange: true,
  });
  const { currentData, isError, refetch } = useGetOrderJobQuery(id ?? '', {
    skip: id === undefined,
    pollingInterval: doneId === id ? 0 : pollMs,
    refetchOnMountOrArgChange: true,
  });
  const runningId = unfinishedJobs.isFetching ? undefined : unfinishedJobs.currentData?.[0]?.id;
  useEffect(() => {
    if (id === undefined && runningId !== undefined) show(runningId);
    // `show` is a new function for each address, with the same effect.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [id, runningId]);
  useEffect(() => {
    if (currentData?.isDone) setDoneId(currentData.id);
  }, [currentData]);
  return {
    job: currentData,
    isLost: id !== undefined && isError && currentData === undefined,
    show,
    refetch,
  };
}
