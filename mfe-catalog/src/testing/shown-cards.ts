import { screen, within } from '@testing-library/react';

/** The names on the cards of a page, in their order. */
export const shownNames = (): (string | null)[] =>
  screen.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent);
