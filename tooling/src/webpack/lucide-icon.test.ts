import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createElement, type ElementType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { facadePath } from './base-config.ts';
import { packageFolder } from './paths.ts';

/** The markup of a package's icon, rendered by its own function and by the one that builds use. */
async function renderIcon(name: string, props: object = {}) {
  const icon = await import(join(packageFolder('lucide-react'), 'dist/esm/icons', `${name}.mjs`));
  const { default: createIcon } = await import(facadePath('lucide-icon.mjs'));
  const markupOf = (type: ElementType) => {
    const [, tag = '', inner] = /^<svg (.*?)>(.*)<\/svg>$/.exec(
      renderToStaticMarkup(createElement(type, props)),
    ) ?? [''];
    const attributes = tag.match(/[\w-]+="[^"]*"/g) ?? [];
    // The package also gives each icon a class of its own, which nothing uses.
    return { attributes: attributes.map((one) => one.replace(/ lucide-[\w-]+/g, '')).toSorted(), inner };
  };
  return { own: markupOf(icon.default), built: markupOf(createIcon(icon.__iconData)) };
}

it.each(['heart', 'badge-percent', 'loader-circle'])('renders %s as the package does', async (name) => {
  const { own, built } = await renderIcon(name);
  expect(own.inner).not.toBe('');
  expect(built).toEqual(own);
});

it('accepts size, class and label as the package does', async () => {
  const { own, built } = await renderIcon('heart', { size: 18, className: 'beside', 'aria-label': 'Liked' });
  expect(own.attributes).toContain('width="18"');
  expect(built).toEqual(own);
});

it('is built without the keys of the package', async () => {
  const file = join(packageFolder('lucide-react'), 'dist/esm/icons/bell.mjs');
  const source = await readFile(file, 'utf8');
  const { default: iconLoader } = await import(join(import.meta.dirname, 'icon-loader.mjs'));
  expect(source.match(/key: /g)).toHaveLength(2);
  expect(iconLoader(source)).not.toContain('key');
});
