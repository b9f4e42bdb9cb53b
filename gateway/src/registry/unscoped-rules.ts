import postcss, { type AtRule } from 'postcss';

/** At-rules whose name or effect is the whole document's. Names of keyframes carry the remote's name, as classes do. */
const global = new Set([
  'font-face',
  'property',
  'counter-style',
  'font-palette-values',
  'page',
  'view-transition',
]);

/** What a selector says of others than the element itself: a class in there does not make it the remote's own. */
const aboutOthers = /:(not|has)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g;

/**
 * The rules of a built stylesheet that reach beyond the remote's own elements. CSS Modules give every class the name of the
 * remote; a selector without such a class, from a plain `.css` file or under `:global`, styles the pages of others.
 */
export function unscopedRules(css: string, remote: string): readonly string[] {
  const prefix = `${remote.replaceAll('-', '_')}-`;
  // The scrolling of the document while an element of the remote stands in it, such as a bar over its foot: it ends with the element.
  const whileShown = new RegExp(`^html:has\\(\\.${prefix}[\\w-]+\\)$`);
  const isOwn = (selector: string) =>
    whileShown.test(selector) || selector.replace(aboutOthers, '').includes(`.${prefix}`);
  const found: string[] = [];
  postcss.parse(css).walk((node) => {
    if (node.type === 'atrule') {
      if (global.has(node.name)) found.push(`@${node.name} ${node.params}`.trim());
      if (node.name.endsWith('keyframes') && !node.params.startsWith(prefix))
        found.push(`@keyframes ${node.params}`);
    }
    // A nested rule stands under the selector around it.
    if (node.type !== 'rule' || node.parent?.type === 'rule') return;
    if (node.parent?.type === 'atrule' && (node.parent as AtRule).name.endsWith('keyframes')) return;
    found.push(...node.selectors.filter((selector) => !isOwn(selector)));
  });
  return found;
}
