import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Handlebars from 'handlebars';
import { type Change, create } from './change.ts';

const folderOfTemplates = join(import.meta.dirname, 'templates');

const handlebars = Handlebars.create();
handlebars.registerHelper('lowerCase', (text: string) => text.toLowerCase());
handlebars.registerHelper('json', (value: unknown) => JSON.stringify(value));
handlebars.registerHelper('initial', (text: string) => text.charAt(0));

/** Fills a template; throws for a name that `values` does not have. */
const fillTemplate = (template: string, values: object): string =>
  handlebars.compile(template, { noEscape: true, strict: true })(values);

/** The filled template of a file. */
export const textOf = (path: string, values: object): string =>
  fillTemplate(readFileSync(path, 'utf8'), values);

/** A template of `templates/parts`, such as `feature-endpoints.ts`. */
export const partOf = (file: string, values: object): string =>
  textOf(join(folderOfTemplates, 'parts', `${file}.hbs`), values);

const indentJson = (json: string) => `${JSON.stringify(JSON.parse(json), null, 2)}\n`;

/** The files of a folder of `templates`; their names are templates too. */
export const filesOf = (folder: string, target: string, values: object): Change[] =>
  readdirSync(join(folderOfTemplates, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.hbs'))
    .map((path) => {
      const name = fillTemplate(path.slice(0, -'.hbs'.length), values);
      const text = textOf(join(folderOfTemplates, folder, path), values);
      return create(join(target, name), name.endsWith('.json') ? indentJson(text) : text);
    });
