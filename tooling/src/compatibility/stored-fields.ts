import { join } from 'node:path';
import type { Node, TypeNode } from 'typescript/unstable/ast';
import type { Checker, Symbol, Type } from 'typescript/unstable/sync';
import { deprecated } from './facts.ts';
import { addElement, partOf } from './schema-facts.ts';

const literalOf = (call: Node) => />\(\s*'(\w+)'/.exec(call.getText())?.[1];

/** Whether this is a call or type whose type argument is the type of a document: in stores, and in kinds of requests. */
const isDeclaration = (file: string, name: string, call: Node) =>
  name === 'declareCollection' ||
  (name === 'RequestKindDeclaration' && file.endsWith('-kind.ts')) ||
  (name.endsWith('.collection') && literalOf(call) !== undefined);

/** Types of values in the database, whose properties are not fields of a document. */
const valueTypes = ['Date', 'ObjectId', 'Binary', 'Buffer', 'Uint8Array'];

const maxDepth = 8;

const ownFilePattern = /\/(?:services|service-kit)\/[^.]*src\/.*\.ts$/;

/** Named after the collection if the call names it, else after the type. The collections of service-kit exist in every service. */
function nameOf(file: string, call: Node, typeText: string): string {
  const service = /services\/([^/]+)\/src/.exec(file)?.[1] ?? 'every';
  return `stored ${service}.${literalOf(call) ?? typeText}`;
}

interface Field {
  readonly types: Type[];
  isOptional: boolean;
  isDeprecated: boolean;
}

const requiredField = { isOptional: false, isDeprecated: false };

/** Returns a function that adds the fields of a document type as facts, resolved by the type checker. */
function fieldReader(checker: Checker, optionalFlag: number, facts: Map<string, string>) {
  const isDeprecated = (symbol: Symbol) =>
    symbol.getJsDocTags(checker).some(({ name }) => name === 'deprecated');
  const membersOf = (type: Type): readonly Type[] => (type.isUnionType() ? type.getTypes() : [type]);
  /** False for branded strings. */
  const isRecord = (type: Type) =>
    type.isIntersectionType()
      ? !type.getTypes().some((part) => part.isIntrinsicType())
      : type.isObjectType() && !valueTypes.includes(type.getSymbol()?.name ?? '');

  /** The merged fields of several types, because one collection stores all states of a record. */
  function fieldsOf(records: readonly Type[]): Map<string, Field> {
    const fields = new Map<string, Field>();
    for (const record of records)
      for (const property of checker.getPropertiesOfType(record)) {
        const type = checker.getTypeOfSymbol(property);
        if (type === undefined) continue;
        const isOptional = (property.flags & optionalFlag) !== 0;
        const field = fields.get(property.name) ?? { types: [], isOptional: false, isDeprecated: false };
        field.types.push(type);
        field.isOptional ||= isOptional;
        field.isDeprecated ||= isDeprecated(property);
        fields.set(property.name, field);
      }
    for (const field of fields.values()) field.isOptional ||= field.types.length < records.length;
    return fields;
  }

  return function add(name: string, { types, isOptional, isDeprecated: isMarked }: Field): void {
    const members = types.flatMap(membersOf).map((type) => ({ type, text: checker.typeToString(type) }));
    const present = members.filter(({ text }) => text !== 'undefined');
    const lists = present.filter(({ type }) => checker.isArrayLikeType(type));
    const records = present.filter((member) => !lists.includes(member) && isRecord(member.type));
    const words = present.map((member) =>
      lists.includes(member) ? 'array' : records.includes(member) ? 'object' : member.text,
    );
    const text = [...new Set(words)].toSorted().join(' | ').replace('false | true', 'boolean') || 'unknown';
    const indexValuesOf = (records: readonly { readonly type: Type }[]) =>
      records.flatMap(({ type }) => checker.getIndexInfosOfType(type).map(({ valueType }) => valueType));
    const isDeep = name.split(/[ .[{]/).length > maxDepth;
    const element =
      isDeep || lists.length === 0
        ? ''
        : addElement(facts, name, (elementName) =>
            add(elementName, { types: indexValuesOf(lists), ...requiredField }),
          );
    const mayBeAbsent = isOptional || present.length < members.length;
    facts.set(name, `${mayBeAbsent ? 'optional ' : ''}${text}${element}${isMarked ? deprecated : ''}`);
    if (isDeep) return;
    const recordValues = indexValuesOf(records);
    if (recordValues.length > 0) add(`${name}{}`, { types: recordValues, ...requiredField });
    for (const [field, fieldFact] of fieldsOf(records.map(({ type }) => type)))
      add(partOf(name, field), fieldFact);
  };
}

/** The calls and types that name the type of a document. */
function* declarationsIn(
  file: string,
  node: Node,
): Generator<{ readonly call: Node; readonly type: TypeNode }> {
  const { expression, typeName, typeArguments } = node as Node & {
    readonly expression?: Node;
    readonly typeName?: Node;
    readonly typeArguments?: readonly TypeNode[];
  };
  const name = (expression ?? typeName)?.getText() ?? '';
  const [type] = typeArguments ?? [];
  if (type !== undefined && isDeclaration(file, name, node)) yield { call: node, type };
  const children: Node[] = [];
  node.forEachChild((child) => void children.push(child));
  for (const child of children) yield* declarationsIn(file, child);
}

/** The stored fields of all services, by the document types of their stores. */
export async function storedFields(repository: string): Promise<Map<string, string>> {
  const { API, SymbolFlags } = await import('typescript/unstable/sync');
  const facts = new Map<string, string>();
  const api = new API({ cwd: repository });
  try {
    const project = join(repository, 'tooling/src/compatibility/stores.tsconfig.json');
    const { program, checker } = api.updateSnapshot({ openProjects: [project] }).getProject(project) ?? {};
    if (program === undefined || checker === undefined) throw new Error(`${project} could not be opened`);
    const add = fieldReader(checker, SymbolFlags.Optional, facts);
    const ownFiles = program.getSourceFileNames().filter((name) => ownFilePattern.test(name));
    for (const file of ownFiles) {
      const source = program.getSourceFile(file);
      if (source === undefined) continue;
      for (const { call, type } of declarationsIn(file, source)) {
        const documentType = checker.getTypeFromTypeNode(type);
        // A type parameter is named where the generic type is used.
        if (documentType !== undefined && !documentType.isTypeParameter())
          add(nameOf(file, call, type.getText()), { types: [documentType], ...requiredField });
      }
    }
  } finally {
    api.close();
  }
  return withoutRepeats(facts);
}

/** Removes fields of request kinds that every request has anyway. */
function withoutRepeats(facts: Map<string, string>): Map<string, string> {
  const [kindPattern, baseName] = [
    /^stored service-request\.[A-Z]\w+ /,
    'stored service-request.StoredRequest ',
  ];
  const isRepeat = ([name, words]: readonly [string, string]) =>
    !name.startsWith(baseName) &&
    kindPattern.test(name) &&
    facts.get(name.replace(kindPattern, baseName)) === words;
  return new Map([...facts].filter((fact) => !isRepeat(fact)));
}
