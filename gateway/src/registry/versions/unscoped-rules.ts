import postcss, { type AtRule } from 'postcss';

/** At-rules that are global. Names of keyframes have the remote's prefix, as classes do. */
const globalAtRules = new Set([
  'font-face',
  'property',
  'counter-style',
  'font-palette-values',
  'page',
  'view-transition',
]);

/** A class inside `:not` or `:has` does not scope a selector. */
const otherSelectors = /:(not|has)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g;

/**
 * The rules of a stylesheet that match elements outside the remote. CSS Modules prefix every class with the name of the
 * remote; a selector without such a class, from a plain `.css` file or under `:global`, affects other pages.
 */
export function unscopedRules(css: string, remote: string): readonly string[] {
  const prefix = `${remote.replaceAll('-', '_')}-`;
  // Allows scroll padding on the document while an element of the remote is shown.
  const documentSelector = new RegExp(`^html:has\\(\\.${prefix}[\\w-]+\\)$`);
  const isOwn = (selector: string) =>
    documentSelector.test(selector) || selector.replace(otherSelectors, '').includes(`.${prefix}`);
  const rules: string[] = [];
  postcss.parse(css).walk((node) => {
    if (node.type === 'atrule') {
      if (globalAtRules.has(node.name)) rules.push(`@${node.name} ${node.params}`.trim());
      if (node.name.endsWith('keyframes') && !node.params.startsWith(prefix))
        rules.push(`@keyframes ${node.params}`);
    }
    // Nested rules are scoped by their parent.
    if (node.type !== 'rule' || node.parent?.type === 'rule') return;
    if (node.parent?.type === 'atrule' && (node.parent as AtRule).name.endsWith('keyframes')) return;
    rules.push(...node.selectors.filter((selector) => !isOwn(selector)));
  });
  return rules;
}
