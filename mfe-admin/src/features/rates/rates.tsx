import { fromMinorUnits } from '@kinmel/contracts/browser';
import { formatPrice } from '@kinmel/web-kit';
import { DialogButton } from '../../forms/dialog-button.tsx';
import cells from '../../lists/cells.module.css';
import { Lines } from '../../lists/cells.tsx';
import { recordList } from '../../lists/record-list.tsx';
import { column } from '../../lists/table/list-column.ts';
import { type RateRow, ratesApi } from '../../money/rates-api.ts';
import { formatMoment } from '../../time/format-moment.ts';
import { RateDialog } from './rate-dialog.tsx';

function SetRate() {
  const { data } = ratesApi.useListRatesQuery();
  const newest = data?.rows.find(({ currency }) => currency === 'USD');
  return newest ? (
    <DialogButton text="Set the rate of USD">
      {(close) => <RateDialog row={newest} onClose={close} />}
    </DialogButton>
  ) : null;
}

/** The exchange rates, newest first. */
export default recordList<RateRow>({
  name: 'rates',
  label: 'Rates',
  title: 'Exchange rates',
  noun: 'rate',
  canRefresh: true,
  titleActions: ({ may }) => (may('rates.change') ? <SetRate /> : null),
  nameOf: ({ id }) => id,
  useRows: () => ratesApi.useListRatesQuery(undefined, { refetchOnMountOrArgChange: true }),
  failed: 'Rates could not be loaded.',
  empty: 'There is no rate.',
  columns: [
    column('currency', 'Currency', ({ currency }) => currency),
    column('rate', 'One unit', ({ shopMinorUnits }) => (
      <span className={cells.name}>{formatPrice(fromMinorUnits(shopMinorUnits))}</span>
    )),
    column('from', 'From', ({ from, setBy }) => (
      <Lines lines={[formatMoment(from), setBy && `by ${setBy}`]} />
    )),
    column('reason', 'Reason', ({ reason }) => reason),
  ],
});
