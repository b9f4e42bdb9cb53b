import { render, screen } from '@testing-library/react';
import { RowCard, stackedCells, statusColumn } from './cells.tsx';
import { column } from './table/list-column.ts';

interface Payment {
  readonly sum: string;
  readonly note: string | null;
  readonly status: string;
}
const card = stackedCells<Payment, []>([
  column('sum', 'Amount', ({ sum }) => sum),
  column('note', 'Note', ({ note }) => note),
  statusColumn,
  column('actions', 'Actions', () => <button type="button">Pay</button>, { isHeaderHidden: true }),
]);

it('begins a card with the state, and names each value by the header of its column', () => {
  render(card({ sum: 'NPR 0', note: null, status: 'pending' }));
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'Status',
    'Amount',
    'Actions',
  ]);
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    'Pending',
    'NPR 0',
    'Pay',
  ]);
  expect(screen.getByText('Amount')).toBeVisible();
});

it('names the sum of a card that opens a record, after its state', () => {
  render(<RowCard lines={['Maya']} figure={['Refund', 'NPR 0']} status="pending" onOpen={() => {}} />);
  expect(screen.getByRole('button')).toHaveAccessibleName('Pending Refund NPR 0 Maya');
});
