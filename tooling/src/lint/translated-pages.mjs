/**
 * Translators of browsers wrap each text of a page in new elements that React does not know. React can then neither remove
 * such a text nor insert an element beside it, and changing the text in place has no visible effect. A text that is alone
 * in its element is replaced as a whole.
 */

const isBlank = (text) => /^\s*$/.test(text);

/** Functions that return text, by the first word of their names. */
const makesText = /^(?:format|money|count|toLocaleString)/;

/** The possible values of a conditional expression. */
const branchesOf = (node) => {
  if (node.type === 'ConditionalExpression')
    return [...branchesOf(node.consequent), ...branchesOf(node.alternate)];
  if (node.type === 'LogicalExpression') return [...branchesOf(node.left), ...branchesOf(node.right)];
  return [node];
};

const isElement = ({ type }) => type === 'JSXElement' || type === 'JSXFragment';

function isText(node) {
  if (node.type === 'TemplateLiteral') return true;
  if (node.type === 'Literal') return typeof node.value === 'string' && !isBlank(node.value);
  if (node.type !== 'CallExpression') return false;
  const { callee } = node;
  return makesText.test(
    callee.type === 'MemberExpression' ? (callee.property.name ?? '') : (callee.name ?? ''),
  );
}

/** Classifies a child. `value` is an expression that may be text or an element. */
function kindOf(child) {
  if (child.type === 'JSXText') return isBlank(child.value) ? 'nothing' : 'text';
  if (child.type !== 'JSXExpressionContainer') return 'element';
  const { expression } = child;
  if (expression.type === 'JSXEmptyExpression') return 'nothing';
  // Translators do not change spaces.
  if (expression.type === 'Literal') return isText(expression) ? 'text' : 'nothing';
  const branches = branchesOf(expression);
  if (branches.some(isText)) return 'changing text';
  if (!branches.some(isElement)) return 'value';
  return branches.length === 1 ? 'element' : 'changing element';
}

const oneText = {
  create: (context) => {
    const check = (node) => {
      const kinds = node.children.map(kindOf).filter((kind) => kind !== 'nothing');
      const has = (kind) => kinds.includes(kind);
      if (has('text') && has('changing element'))
        context.report({
          node,
          message: 'Put the text beside an element that comes and goes into an element of its own.',
        });
      if ((has('text') && has('value')) || (has('changing text') && kinds.length > 1))
        context.report({
          node,
          message: 'Put the text that changes into an element of its own, as one text.',
        });
    };
    return { JSXElement: check, JSXFragment: check };
  },
};

export default { meta: { name: 'translated-pages' }, rules: { 'one-text': oneText } };
