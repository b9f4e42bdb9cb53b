import { createAppStore, ToastRegion } from '@kinmel/web-kit/host';
import { fireEvent, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';

/** The policy record as the server answers it. */
export const policyAnswer = {
  success: true,
  data: {
    shipping: {
      feeInMinorUnits: 1500,
      freeAboveInMinorUnits: 20_000,
      sentence: 'Free shipping over NPR 200',
    },
    tax: { percent: 8, label: 'Tax (8%)' },
    returns: { days: 30, sentence: '30-day money-back guarantee' },
    payments: { sentence: 'Secure payments' },
    support: { sentence: '24/7 support' },
  },
};

/** Answers `GET /api/policy`; every other request fails the test. Returns the calls. */
export function answerPolicy(answer: () => Response | Promise<Response> = () => Response.json(policyAnswer)) {
  return jest.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), location.origin);
    if (pathname !== '/api/policy') throw new Error(`Unexpected request of ${pathname}`);
    return answer();
  });
}

/** Draws a page or a widget in a fresh store, with router and toasts around it. */
export function draw(element: ReactElement) {
  const store = createAppStore();
  const drawn = render(
    <Provider store={store}>
      <MemoryRouter>
        {element}
        <ToastRegion />
      </MemoryRouter>
    </Provider>,
  );
  // Toasts belong to the page, not to the store: those of the test before are still there.
  for (const cross of screen.queryAllByRole('button', { name: 'Close message' })) fireEvent.click(cross);
  return { store, ...drawn };
}
