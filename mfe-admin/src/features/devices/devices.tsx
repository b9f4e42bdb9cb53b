import type { DeviceAnswer } from '@kinmel/contracts';
import { phoneName, phoneVariant } from '@kinmel/contracts/browser';
import { deviceLife, statusesOf } from '@kinmel/contracts/life';
import { formatDate, formatMoney, Link } from '@kinmel/web-kit';
import { devicesApi } from '../../devices/devices-api.ts';
import { Lines } from '../../lists/cells.tsx';
import { choiceFilter } from '../../lists/filters.tsx';
import { recordList } from '../../lists/record-list.tsx';
import { recordAddress } from '../../lists/records/record-kinds.rules.ts';
import { oneRecord } from '../../lists/records/use-one-record.ts';
import { StatusBadge } from '../../lists/status/status.tsx';
import { sentenceCase, statusOptions } from '../../lists/status/statuses.rules.ts';
import { column } from '../../lists/table/list-column.ts';
import { DeviceDetails } from './device-details.tsx';
import { MoveDialog, NumbersDialog, PartDialog } from './device-dialogs.tsx';
import { InspectDialog } from './inspect-dialog.tsx';
import { SaleDialog } from './sale-dialog.tsx';

/** The physical phones that the shop has or had, last changed first. */
export default recordList<DeviceAnswer>({
  name: 'devices',
  title: 'Devices',
  noun: 'device',
  kind: 'device',
  canRefresh: true,
  nameOf: phoneName,
  search: { label: 'Search devices', placeholder: 'Search by model or last four characters' },
  filters: {
    place: choiceFilter('Place', [['all', 'All places'], ...statusOptions(statusesOf(deviceLife))]),
  },
  useRows: ({ page, filters, search }) =>
    devicesApi.useListDevicesQuery(
      { page, place: filters['place'], search },
      { refetchOnMountOrArgChange: true },
    ),
  failed: 'The devices could not be loaded.',
  empty: 'No devices found',
  columns: [
    column('model', 'Model', (device) => (
      <Link to={recordAddress({ kind: 'device', id: device.id })}>
        <Lines lines={[phoneName(device), phoneVariant(device)]} canWrap />
      </Link>
    )),
    column('grade', 'Grade', ({ inspection }) =>
      inspection ? `Grade ${inspection.grade ?? 'none'}` : 'Not inspected',
    ),
    column('identifiers', 'Last four', ({ identifiers }) =>
      identifiers.map(({ lastFour }) => `…${lastFour}`).join(', '),
    ),
    column('place', 'Place', ({ place }) => <StatusBadge status={place} />, { isState: true }),
    column('purchase', 'Purchase', ({ purchase }) => sentenceCase(purchase)),
    column('cost', 'Cost', ({ cost }) => <span className="nowrap">{formatMoney(cost)}</span>, {
      align: 'end',
    }),
    column(
      'updated',
      'Updated',
      ({ updatedAt }) => <span className="nowrap">{formatDate(updatedAt, 'short')}</span>,
      { isHideable: true },
    ),
  ],
  useRecord: oneRecord<DeviceAnswer>('device', devicesApi.useGetDeviceQuery),
  Details: DeviceDetails,
  dialogs: {
    inspection: InspectDialog,
    identifiers: NumbersDialog,
    parts: PartDialog,
    place: MoveDialog,
    sale: SaleDialog,
  },
});
