import { renderPage } from '@kinmel/testing/page';
import { screen, within } from '@testing-library/react';
import axe from 'axe-core';
import RepairPage from './repair-page.tsx';

describe('/repair', () => {
  it.each([
    ['Screen Replacement', '$79', '1-2 hours', 'REP-01'],
    ['Battery Replacement', '$49', '30-60 minutes', 'REP-02'],
    ['Water Damage Repair', '$99', '24-48 hours', 'REP-03'],
    ['Charging Port Repair', '$59', '1-2 hours', 'REP-04'],
  ])('offers %s from %s (%s), in dollars (%s, CONST-07)', async (name, price, duration) => {
    await renderPage(<RepairPage />, { address: '/repair' });
    const service = within(screen.getByRole('heading', { name }).closest('li') ?? document.body);
    expect(service.getByText(price)).toBeVisible();
    expect(service.getByText(new RegExp(duration))).toBeVisible();
    expect(service.getByRole('link', { name: `Book ${name}` })).toHaveAttribute(
      'href',
      `/booking?service=${encodeURIComponent(name)}`,
    );
  });

  it('shows the warranty and links to booking and contact (REP-05, CONF-07, ROUTE-08 to ROUTE-10, GEN-09)', async () => {
    await renderPage(<RepairPage />, { address: '/repair' });
    expect(screen.getByRole('heading', { level: 1, name: 'Repair services' })).toBeVisible();
    expect(screen.getByText('90-day repair warranty')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Book a repair' })).toHaveAttribute('href', '/booking');
    expect(screen.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact');
    expect((await axe.run(document.body)).violations).toEqual([]);
  });
});
