import { screen, within } from '@testing-library/react';

/** The product names on the cards of a page, in order. */
export const shownNames = (): (string | null)[] =>
  screen.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent);
