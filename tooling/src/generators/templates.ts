import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Handlebars from 'handlebars';
import type { Change } from './change.ts';

const folderOfTemplates = join(import.meta.dirname, 'templates');

const handlebars = Handlebars.create();
handlebars.registerHelper('lowerCase', (text: string) => text.toLowerCase());
handlebars.registerHelper('initial', (text: string) => text.charAt(0));

/** Fills a template; a name that `values` lacks throws. */
const filled = (template: string, values: object): string =>
  handlebars.compile(template, { noEscape: true, strict: true })(values);

/** The text of one template of `templates/parts`, such as `feature-endpoints.ts`. */
export const partOf = (file: string, values: object): string =>
  filled(readFileSync(join(folderOfTemplates, 'parts', `${file}.hbs`), 'utf8'), values);

/** The files of a folder of `templates`, their names filled like their texts, to be created in `target`. */
export const filesOf = (folder: string, target: string, values: object): Change[] =>
  readdirSync(join(folderOfTemplates, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.hbs'))
    .map((path) => ({
      kind: 'create',
      path: join(target, filled(path.slice(0, -'.hbs'.length), values)),
      text: filled(readFileSync(join(folderOfTemplates, folder, path), 'utf8'), values),
    }));
