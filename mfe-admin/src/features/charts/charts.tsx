import type { WorkOwner } from '@kinmel/contracts';
import { Alert, RequestState, Skeleton } from '@kinmel/ui';
import { formatPrice } from '@kinmel/web-kit';
import { useMemo } from 'react';
import { adminApi } from '../../admin-api.ts';
import layout from '../../frame/layout.module.css';
import { Placeholder, RetryAlert } from '../../frame/retry-alert.tsx';
import { useParameter } from '../../lists/address/use-parameter.ts';
import { FilterSelect } from '../../lists/filters.tsx';
import { useEachOwner } from '../../lists/owners/use-each-owner.ts';
import {
  ageCounts,
  ageLabels,
  cancelledShare,
  chartRanges,
  periodsOf,
  readChartRange,
  sumOf,
} from './charts.rules.ts';
import { chartsApi } from './charts-api.ts';
import { FigureBox } from './figure-box.tsx';

const formatWhole = (value: number) => Math.round(value).toLocaleString('en-US');
const formatCount = (value: number) => (Number.isInteger(value) ? formatWhole(value) : '');
const formatTotal = (value: number) => formatPrice(value);
const compactNumber = new Intl.NumberFormat('en-US', { notation: 'compact' });
const formatShort = (value: number) => compactNumber.format(value);
const formatPercent = (value: number) => `${value.toLocaleString('en-US', { maximumFractionDigits: 1 })}%`;

const partNames: Readonly<Record<WorkOwner, string>> = {
  order: 'The age of orders',
  'service-request': 'The age of requests',
  device: 'The age of devices',
};

function OrderFigures({ days }: { days: number }) {
  const request = chartsApi.useGetDailyFiguresQuery(days, { refetchOnMountOrArgChange: true });
  const { data } = request;
  const chartData = useMemo(() => {
    const periods = periodsOf(data?.days ?? []);
    return {
      labels: periods.map(({ label }) => label),
      orders: periods.map(({ orders }) => orders),
      revenue: periods.map(({ revenue }) => revenue),
      share: periods.map(cancelledShare),
    };
  }, [data]);
  if (!data)
    return (
      <RequestState request={request} text="The figures of orders could not be loaded.">
        <Skeleton width="100%" height={280} />
      </RequestState>
    );
  const sum = sumOf(data.days);
  const period = `in ${data.days.length} days`;
  const figures = [
    {
      title: 'Orders by day',
      total: formatWhole(sum.orders),
      detail: `${period}, ${formatWhole(data.all.orders)} in all.`,
      values: chartData.orders,
      format: formatCount,
    },
    {
      title: 'Revenue by day',
      total: formatTotal(sum.revenue),
      detail: `${period}, ${formatTotal(data.all.revenue)} in all, without cancelled orders.`,
      values: chartData.revenue,
      format: formatTotal,
      axisFormat: formatShort,
    },
    {
      title: 'Share of cancelled orders',
      total: formatPercent(cancelledShare(sum)),
      detail: `${period} (${formatWhole(sum.cancelled)} of ${formatWhole(sum.orders)}), ${formatPercent(cancelledShare(data.all))} in all.`,
      values: chartData.share,
      format: formatPercent,
    },
  ];
  const rowHead = chartData.labels.length < data.days.length ? 'Week' : 'Day';
  return figures.map((figure) => (
    <FigureBox key={figure.title} {...figure} labels={chartData.labels} rowHead={rowHead} />
  ));
}

/** Age of the open work of all services; a failed service is named. */
function QueueAge() {
  const owners = Object.keys(partNames) as WorkOwner[];
  const answers = useEachOwner(owners, (owner) =>
    adminApi.useGetWorkAgeQuery(owner, { refetchOnMountOrArgChange: true }),
  );
  const ages = owners.flatMap((owner) => answers[owner].data ?? []);
  const counts = ageCounts(ages);
  const late = ages.reduce((sum, age) => sum + age.late, 0);
  const isLoading = owners.some((owner) => !answers[owner].data && !answers[owner].error);
  if (isLoading) return <Placeholder height={280} />;
  const missing = owners.filter((owner) => answers[owner].error && !answers[owner].data);
  return (
    <div>
      {missing.map((owner) => (
        <RetryAlert key={owner} part={partNames[owner]} request={answers[owner]}>
          {`${partNames[owner]} could not be loaded.`}
        </RetryAlert>
      ))}
      {missing.length < owners.length ? (
        <FigureBox
          title="Age of the queue"
          total={formatWhole(counts.reduce((sum, count) => sum + count, 0))}
          detail={`open, ${formatWhole(late)} late.`}
          rowHead="Age"
          labels={ageLabels}
          values={counts}
          format={formatCount}
        />
      ) : null}
    </div>
  );
}

export default function Charts() {
  const [rangeParameter, choose] = useParameter('charts');
  const { range = chartRanges[0], isKnown } = readChartRange(rangeParameter);
  return (
    <div className="stack gap-12">
      <div className="row">
        <FilterSelect
          label="Days of the charts"
          value={String(range)}
          options={[...chartRanges].sort((a, b) => a - b).map((days) => [String(days), `Last ${days} days`])}
          onChange={choose}
        />
        {isKnown ? null : (
          <Alert tone="warn">There are no charts of that many days. Here are the usual ones.</Alert>
        )}
      </div>
      <div className={layout.pair}>
        <OrderFigures days={range} />
        <QueueAge />
      </div>
    </div>
  );
}
