/**
 * The time zone of the shop is a setting (`SHOP_TIME_ZONE`), and pages get it with the policy. The only literal is the
 * default, in the contracts.
 */

const isZone = (text) => {
  if (!/^[A-Z][A-Za-z]+\/[A-Z]/.test(text)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: text }));
  } catch {
    return false;
  }
};

/** Whether the text ends with an offset, such as `+05:45`. */
const isOffset = (text) => /[+-]\d\d:\d\d$/.test(text);

/** The offset of Nepal, also as a sum. */
const nepalMinutes = 5 * 60 + 45;
const isNepal = ({ operator, left, right }) =>
  operator === '+' && right.value === 45 && left.operator === '*' && left.left.value === 5;

const noLiteral = {
  create: (context) => {
    const check = (node, isRefused) => {
      if (isRefused)
        context.report({
          node,
          message: 'Read the time zone of the shop from its settings or from the policy.',
        });
    };
    return {
      Literal: (node) =>
        check(
          node,
          node.value === nepalMinutes ||
            (typeof node.value === 'string' && (isZone(node.value) || isOffset(node.value))),
        ),
      TemplateElement: (node) => check(node, isOffset(node.value.raw)),
      BinaryExpression: (node) => check(node, isNepal(node)),
    };
  },
};

export default { meta: { name: 'shop-time-zone' }, rules: { 'no-literal': noLiteral } };
