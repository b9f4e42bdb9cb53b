import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { ErrorState } from './error-state.tsx';

function Place() {
  const [isLoaded, setLoaded] = useState(false);
  return (
    <main>
      <section aria-label="Offers">
        {isLoaded ? (
          <button type="button">Claim</button>
        ) : (
          <ErrorState text="Not loaded." onRetry={() => setLoaded(true)} />
        )}
      </section>
    </main>
  );
}

describe('ErrorState', () => {
  it('keeps the focus in its section after Retry, so that Tab continues from there', async () => {
    const user = userEvent.setup();
    render(<Place />);
    await user.tab();
    await user.keyboard('{Enter}');
    const section = screen.getByRole('region', { name: 'Offers' });
    expect(section).toHaveFocus();
    await user.tab();
    expect(screen.getByRole('button', { name: 'Claim' })).toHaveFocus();
    expect(section).not.toHaveAttribute('tabindex');
  });

  it('takes no focus on unmount when it did not have it', () => {
    const { rerender } = render(<ErrorState text="Not loaded." onRetry={() => {}} />);
    rerender(<p>Loaded</p>);
    expect(document.body).toHaveFocus();
  });
});
