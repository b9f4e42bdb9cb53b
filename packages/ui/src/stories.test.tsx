import { readdirSync } from 'node:fs';
import { render } from '@testing-library/react';
import axe from 'axe-core';
import { renderToString } from 'react-dom/server';
import * as ui from './index.ts';
import { storyModules } from './stories.ts';

const states = storyModules.flatMap(({ default: meta, ...named }) =>
  Object.entries(named).map(([name, Story]) => {
    if (typeof Story !== 'function')
      throw new Error(`${name} of ${'title' in meta ? meta.title : ''} is no story`);
    return { title: `${'title' in meta ? meta.title : ''}, ${name}`, Story };
  }),
);

describe.each(states)('$title', ({ Story }) => {
  it('can be drawn on a server', () => {
    expect(renderToString(<Story />)).not.toBe('');
  });

  it('has nothing that axe finds fault with', async () => {
    const { container } = render(<Story />);
    // Stories are parts of a page, and jsdom draws nothing: these are checked in a browser.
    const off = { enabled: false };
    const result = await axe.run(container, {
      rules: { region: off, 'color-contrast': off, 'label-content-name-mismatch': off },
    });
    expect(
      result.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
    ).toEqual([]);
  });
});

it('shows every component of the package in a story', () => {
  const titles = storyModules.map(({ default: meta }) => ('title' in meta ? meta.title : ''));
  const shownInField = ['TextInput', 'TextArea', 'Select'];
  const components = Object.keys(ui).filter((name) => /^[A-Z]/.test(name));
  expect(components.filter((name) => ![...titles, ...shownInField].includes(name))).toEqual([]);
});

it('lists every stories file', () => {
  const files = readdirSync(__dirname, { recursive: true, encoding: 'utf8' });
  expect(storyModules).toHaveLength(files.filter((file) => file.endsWith('.stories.tsx')).length);
});
