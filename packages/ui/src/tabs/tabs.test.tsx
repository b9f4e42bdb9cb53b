import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Tabs } from './tabs.tsx';

const tabs = ['Description', 'Specifications', 'Special Offer'].map((label) => ({
  value: label.toLowerCase().replace(' ', '-'),
  label,
  content: <p>About {label}</p>,
}));

it('moves with the arrow keys, Home and End, and shows one panel at a time', async () => {
  render(<Tabs label="Product" tabs={tabs} />);
  expect(screen.getByRole('tablist', { name: 'Product' })).toBeInTheDocument();
  expect(screen.getByRole('tabpanel', { name: 'Description' })).toHaveTextContent('About Description');

  await userEvent.tab();
  expect(screen.getByRole('tab', { name: 'Description' })).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  expect(screen.getByRole('tabpanel', { name: 'Specifications' })).toBeVisible();
  await userEvent.keyboard('{End}');
  expect(screen.getByRole('tabpanel', { name: 'Special Offer' })).toBeVisible();
  await userEvent.keyboard('{ArrowRight}');
  expect(screen.getByRole('tab', { name: 'Description' })).toHaveFocus();
  await userEvent.keyboard('{ArrowLeft}{Home}');
  expect(screen.getByRole('tab', { name: 'Description' })).toHaveAttribute('aria-selected', 'true');
  expect(screen.getAllByRole('tabpanel')).toHaveLength(1);
});

it('shows the tab given by `value`', async () => {
  const change = jest.fn();
  render(<Tabs label="Product" tabs={tabs} value="special-offer" onValueChange={change} />);
  expect(screen.getByRole('tabpanel', { name: 'Special Offer' })).toBeVisible();
  await userEvent.click(screen.getByRole('tab', { name: 'Description' }));
  expect(change).toHaveBeenCalledWith('description');
  expect(screen.getByRole('tabpanel', { name: 'Special Offer' })).toBeVisible();
});
