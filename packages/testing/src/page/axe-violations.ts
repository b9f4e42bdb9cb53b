import axe from 'axe-core';

/**
 * The violated axe rules in the document, without those that need layout or a whole page: jsdom has no layout, and the
 * test harness adds a second main element.
 */
export async function axeViolations(...disabled: readonly string[]) {
  const rules = [
    'color-contrast',
    'landmark-main-is-top-level',
    'landmark-no-duplicate-main',
    'landmark-unique',
    ...disabled,
  ].map((rule) => [rule, { enabled: false }]);
  return (await axe.run(document.body, { rules: Object.fromEntries(rules) })).violations;
}
