/**
 * A constant, a parameter or a function is named after what it holds or does. A participle only says what happened to it:
 * `subscribers`, not `told`; `arguments`, not `given`. Booleans are statements (`isKept`). Properties are not checked,
 * because fields of messages, documents and responses have given names.
 */
const participles = new Set([
  'asked',
  'drawn',
  'found',
  'given',
  'kept',
  'known',
  'made',
  'named',
  'said',
  'seen',
  'sent',
  'shown',
  'taken',
  'told',
  'wanted',
]);

/** The identifiers that a pattern declares. */
function declaredBy(pattern) {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern];
    case 'AssignmentPattern':
      return declaredBy(pattern.left);
    case 'RestElement':
      return declaredBy(pattern.argument);
    case 'ArrayPattern':
      return pattern.elements.flatMap(declaredBy);
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) =>
        declaredBy(property.type === 'RestElement' ? property : property.value),
      );
    default:
      return [];
  }
}

const noParticiples = {
  create: (context) => {
    const check = (patterns) => {
      for (const node of patterns.flatMap(declaredBy))
        if (participles.has(node.name))
          context.report({ node, message: `"${node.name}" does not say what it is: use a noun.` });
    };
    const checkFunction = ({ id, params }) => check([id, ...params]);
    return {
      VariableDeclarator: ({ id }) => check([id]),
      FunctionDeclaration: checkFunction,
      FunctionExpression: checkFunction,
      ArrowFunctionExpression: ({ params }) => check(params),
      TSFunctionType: ({ params }) => check(params),
    };
  },
};

export default { meta: { name: 'names' }, rules: { 'no-participles': noParticiples } };
