import { render } from '@testing-library/react';
import axe from 'axe-core';
import { renderToString } from 'react-dom/server';
import * as ui from './index.ts';
import { stories } from './ui.stories.tsx';

const states = Object.entries(stories).flatMap(([component, componentStories]) =>
  Object.entries(componentStories).map(([name, Story]) => ({ title: `${component}, ${name}`, Story })),
);

describe.each(states)('$title', ({ Story }) => {
  it('renders on a server', () => {
    expect(renderToString(<Story />)).not.toBe('');
  });

  it('has no axe violations', async () => {
    const { container } = render(<Story />);
    // Stories are only parts of a page, and jsdom has no layout: browser tests check these rules.
    const disabledRule = { enabled: false };
    const result = await axe.run(container, {
      rules: {
        region: disabledRule,
        'color-contrast': disabledRule,
        'label-content-name-mismatch': disabledRule,
      },
    });
    expect(
      result.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
    ).toEqual([]);
  });
});

it('has a story for every component of the package', () => {
  const shownInField = ['FieldError', 'TextInput', 'TextArea', 'Select'];
  const components = Object.keys(ui).filter((name) => /^[A-Z]/.test(name));
  expect(components.filter((name) => !(name in stories) && !shownInField.includes(name))).toEqual([]);
});
