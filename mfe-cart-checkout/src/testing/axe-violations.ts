import axe from 'axe-core';

/** Ids of the violated axe rules in the document. jsdom has no layout, and the page is only a part of the document. */
export async function axeViolations(...disabled: readonly string[]): Promise<string[]> {
  const rules = ['region', 'color-contrast', ...disabled].map((rule) => [rule, { enabled: false }]);
  const { violations } = await axe.run(document.body, { rules: Object.fromEntries(rules) });
  return violations.map(({ id }) => id);
}
