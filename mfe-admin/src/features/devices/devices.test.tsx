import type { DeviceAnswer } from '@kinmel/contracts';
import { type Answers, axeViolations } from '@kinmel/testing/page';
import { screen, waitFor } from '@testing-library/react';
import { aDevice, anInspectedDevice } from '../../testing/devices.ts';
import { headersOf, rowWith, tableOf } from '../../testing/list-page.ts';
import { openPage } from '../../testing/open-page.tsx';
import { requestId } from '../../testing/requests.ts';

const list = (query = '') => `/api/admin/devices?page=1&limit=20${query}`;
const answerOf = (...devices: readonly DeviceAnswer[]) => ({
  success: true,
  data: { devices },
});
const sold = anInspectedDevice({ id: requestId(2), model: 'iPhone 13', place: 'sold' });
const open = (answers: Answers = {}) =>
  openPage('/admin/devices', { answers: { [list()]: answerOf(aDevice(), sold), ...answers } });

describe('/admin/devices', () => {
  it('lists model, grade, last four, place, purchase and cost, with a link to the device', async () => {
    await open();
    expect(await headersOf('Devices')).toEqual([
      'Model',
      'Grade',
      'Last four',
      'Place',
      'Purchase',
      'Cost',
      'Updated',
    ]);
    const row = await rowWith('Devices', 'Apple iPhone 13');
    for (const text of ['128 GB, Blue', 'Grade B', '…4321', 'Sold', 'Agreed', 'NPR 32,400', '21 Nov 2026'])
      expect(row.getByText(text)).toBeVisible();
    expect(row.getByRole('link')).toHaveAttribute('href', `/admin/devices?record=${sold.id}`);
    expect((await rowWith('Devices', 'Apple iPhone 12')).getByText('Not inspected')).toBeVisible();
    expect(await axeViolations()).toEqual([]);
  });

  it('filters by place and searches on the server, in the address', async () => {
    const { user, address } = await open({
      [list('&place=sold')]: answerOf(sold),
      [list('&place=sold&search=4321')]: answerOf(),
    });
    await tableOf('Devices');
    await user.selectOptions(screen.getByLabelText('Place'), 'sold');
    await waitFor(() => expect(screen.queryByText('Apple iPhone 12')).not.toBeInTheDocument());
    await user.type(screen.getByRole('searchbox', { name: 'Search devices' }), '4321');
    expect(await screen.findByText('No devices found')).toBeVisible();
    await waitFor(() => expect(address()).toBe('/admin/devices?place=sold&search=4321'));
  });
});
