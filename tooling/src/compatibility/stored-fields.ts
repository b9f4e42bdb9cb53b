import { join } from 'node:path';
import type { Node, TypeNode } from 'typescript/unstable/ast';
import type { Checker, Symbol, Type } from 'typescript/unstable/sync';
import { deprecated } from './facts.ts';
import { addElement, partOf } from './schema-facts.ts';

const literalOf = (call: Node) => />\(\s*'(\w+)'/.exec(call.getText())?.[1];

/** Where stores, and kinds of requests, name the type of a document as type argument. */
const isDeclaration = (file: string, name: string, call: Node) =>
  name === 'declareCollection' ||
  (name === 'RequestKindDeclaration' && file.endsWith('-kind.ts')) ||
  (name.endsWith('.collection') && literalOf(call) !== undefined);

/** Values of the database; they have no fields of a document. */
const values = ['Date', 'ObjectId', 'Binary', 'Buffer', 'Uint8Array'];

const deepest = 8;

const ownFile = /\/(?:services|service-kit)\/[^.]*src\/.*\.ts$/;

/** The collection where the call names it, else the type. What the kit stores is in every service. */
function nameOf(file: string, call: Node, typeText: string): string {
  const service = /services\/([^/]+)\/src/.exec(file)?.[1] ?? 'every';
  return `stored ${service}.${literalOf(call) ?? typeText}`;
}

interface Field {
  readonly types: Type[];
  isOptional: boolean;
  isDeprecated: boolean;
}

const plain = { isOptional: false, isDeprecated: false };

/** The fields of documents by the types that stores declare, as the type checker sees them. */
function fieldReader(checker: Checker, optionalFlag: number, facts: Map<string, string>) {
  const isDeprecated = (symbol: Symbol) =>
    symbol.getJsDocTags(checker).some(({ name }) => name === 'deprecated');
  const membersOf = (type: Type): readonly Type[] => (type.isUnionType() ? type.getTypes() : [type]);
  /** Not a text with a brand. */
  const isRecord = (type: Type) =>
    type.isIntersectionType()
      ? !type.getTypes().some((part) => part.isIntrinsicType())
      : type.isObjectType() && !values.includes(type.getSymbol()?.name ?? '');

  /** Those of several types together: the states of a record are one document. */
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
    const valuesOf = (those: readonly { readonly type: Type }[]) =>
      those.flatMap(({ type }) => checker.getIndexInfosOfType(type).map(({ valueType }) => valueType));
    const isDeep = name.split(/[ .[{]/).length > deepest;
    const element =
      isDeep || lists.length === 0
        ? ''
        : addElement(facts, name, (place) => add(place, { types: valuesOf(lists), ...plain }));
    const mayLack = isOptional || present.length < members.length;
    facts.set(name, `${mayLack ? 'optional ' : ''}${text}${element}${isMarked ? deprecated : ''}`);
    if (isDeep) return;
    const inRecords = valuesOf(records);
    if (inRecords.length > 0) add(`${name}{}`, { types: inRecords, ...plain });
    for (const [field, its] of fieldsOf(records.map(({ type }) => type))) add(partOf(name, field), its);
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

/** What services store, by the types of their stores. */
export async function storedFields(repository: string): Promise<Map<string, string>> {
  const { API, SymbolFlags } = await import('typescript/unstable/sync');
  const facts = new Map<string, string>();
  const api = new API({ cwd: repository });
  try {
    const project = join(repository, 'tooling/src/compatibility/stores.tsconfig.json');
    const { program, checker } = api.updateSnapshot({ openProjects: [project] }).getProject(project) ?? {};
    if (program === undefined || checker === undefined) throw new Error(`${project} could not be opened`);
    const add = fieldReader(checker, SymbolFlags.Optional, facts);
    const ownFiles = program.getSourceFileNames().filter((name) => ownFile.test(name));
    for (const file of ownFiles) {
      const source = program.getSourceFile(file);
      if (source === undefined) continue;
      for (const { call, type } of declarationsIn(file, source)) {
        const stored = checker.getTypeFromTypeNode(type);
        // A type parameter is named where the generic type is used.
        if (stored !== undefined && !stored.isTypeParameter())
          add(nameOf(file, call, type.getText()), { types: [stored], ...plain });
      }
    }
  } finally {
    api.close();
  }
  return withoutRepeats(facts);
}

/** A kind of requests adds its fields to those of every request. */
function withoutRepeats(facts: Map<string, string>): Map<string, string> {
  const [kind, all] = [/^stored service-request\.[A-Z]\w+ /, 'stored service-request.StoredRequest '];
  const isRepeat = ([name, words]: readonly [string, string]) =>
    !name.startsWith(all) && kind.test(name) && facts.get(name.replace(kind, all)) === words;
  return new Map([...facts].filter((fact) => !isRepeat(fact)));
}
