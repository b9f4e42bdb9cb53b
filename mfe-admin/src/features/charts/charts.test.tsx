import { type Answers, axeViolations, problem } from '@kinmel/testing/page';
import { act, screen, waitFor, within } from '@testing-library/react';
import { renderAdminPage } from '../../testing/open-page.tsx';
import Charts from './charts.tsx';

/** The data of each chart: jsdom has no canvas, so the arguments of the library are recorded. */
const mockDrawn: { data: readonly (readonly number[])[]; destroyed: boolean }[] = [];
jest.mock('uplot', () => {
  class Plot {
    static readonly paths = { bars: () => () => null };
    readonly drawn: (typeof mockDrawn)[number];
    constructor(_options: object, data: readonly (readonly number[])[]) {
      this.drawn = { data, destroyed: false };
      mockDrawn.push(this.drawn);
    }
    setSize() {}
    destroy() {
      this.drawn.destroyed = true;
    }
  }
  return { __esModule: true, default: Plot };
});
const shown = () => mockDrawn.filter(({ destroyed }) => !destroyed).map(({ data }) => data[1]);

beforeEach(() => {
  mockDrawn.length = 0;
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
});

const figures = {
  success: true,
  data: {
    timeZone: 'Asia/Kathmandu',
    days: [
      { day: '2026-11-21', orders: 4, cancelled: 1, revenue: 300.5 },
      { day: '2026-11-22', orders: 0, cancelled: 0, revenue: 0 },
      { day: '2026-11-23', orders: 2, cancelled: 0, revenue: 1200 },
    ],
    all: { orders: 1284, cancelled: 100, revenue: 92_340 },
  },
};
const age = (counts: number[], late = 0) => ({ success: true, data: [{ kind: 'order', late, counts }] });
const figuresAddress = (days: number) => `/api/admin/services/order/daily-figures?days=${days}`;
const ageAddress = (owner: string) => `/api/admin/services/${owner}/work/age`;

const open = (answers: Answers = {}, address = '/admin/dashboard?charts=30') =>
  renderAdminPage(<Charts />, {
    address,
    answers: {
      [figuresAddress(30)]: figures,
      [ageAddress('order')]: age([1, 0, 0, 0, 2], 2),
      [ageAddress('service-request')]: age([3, 1, 0, 0, 0], 1),
      [ageAddress('device')]: age([0, 0, 0, 0, 0]),
      ...answers,
    },
  });
const figure = async (name: string) => within(await screen.findByRole('figure', { name }));

describe('the charts of the dashboard', () => {
  it('show orders, revenue and cancelled share by day, and the age of the open work', async () => {
    await open();
    expect((await figure('Orders by day')).getByText(/in 3 days/).parentElement).toHaveTextContent(
      '6 in 3 days, 1,284 in all.',
    );
    expect((await figure('Revenue by day')).getByText(/in 3 days/).parentElement).toHaveTextContent(
      'NPR 1,500.50 in 3 days, NPR 92,340 in all, without cancelled orders.',
    );
    expect(
      (await figure('Share of cancelled orders')).getByText(/in 3 days/).parentElement,
    ).toHaveTextContent('16.7% in 3 days (1 of 6), 7.8% in all.');
    await waitFor(() => expect(shown()).toHaveLength(4));
    expect(shown()).toEqual(
      expect.arrayContaining([
        [4, 0, 2],
        [300.5, 0, 1200],
        [25, 0, 0],
        [4, 1, 0, 0, 2],
      ]),
    );
    expect((await figure('Age of the queue')).getByText(/open/).parentElement).toHaveTextContent(
      '7 open, 3 late.',
    );
    expect(await axeViolations()).toEqual([]);
  });

  it('each have a table for screen readers', async () => {
    const { user } = await open();
    const orders = await figure('Orders by day');
    expect(orders.queryByRole('table')).toBeNull();
    await user.click(orders.getByText('Table of orders by day'));
    const table = await orders.findByRole('table', { name: 'Orders by day' });
    expect(within(table).getByRole('row', { name: '21 Nov 4' })).toBeVisible();
    expect(within(table).getAllByRole('row')).toHaveLength(4);
    expect(await axeViolations()).toEqual([]);
  });

  it('read their period from the address, and report an unknown one (F-10)', async () => {
    const { user, address } = await open({ [figuresAddress(7)]: figures }, '/admin/dashboard?charts=1000000');
    await figure('Orders by day');
    expect(screen.getByText(/There are no charts of that many days/)).toBeVisible();
    await act(() => user.selectOptions(screen.getByRole('combobox', { name: 'Days of the charts' }), '7'));
    expect(address()).toBe('/admin/dashboard?charts=7');
    await figure('Orders by day');
  });

  it('show an error with Retry for a failed part and still render the others', async () => {
    let isUp = false;
    const unavailable = problem(503, 'service-unavailable', 'Away');
    const { user } = await open({
      [figuresAddress(30)]: unavailable,
      [ageAddress('service-request')]: (request) =>
        isUp ? Response.json(age([3, 0, 0, 0, 0])) : unavailable(request),
    });
    expect(await screen.findByText('The figures of orders could not be loaded.')).toBeVisible();
    const ages = await figure('Age of the queue');
    expect(ages.getByText(/open/).parentElement).toHaveTextContent('3 open, 2 late.');
    expect(screen.getByText(/The age of requests could not be loaded/)).toBeVisible();
    isUp = true;
    await act(() => user.click(screen.getByRole('button', { name: 'Retry: The age of requests' })));
    await waitFor(() => expect(ages.getByText(/open/).parentElement).toHaveTextContent('6 open, 2 late.'));
    expect(screen.queryByText(/The age of requests/)).toBeNull();
  });
});
