import { compile } from 'html-to-text';
import { renderToStaticMarkup } from 'react-dom/server';
import type { CalendarFile } from './format/calendar-file.ts';
import { MailPage } from './mail-page.tsx';
import type { MailSettings } from './mail-settings.ts';
import type { MailTemplate } from './mail-template.ts';
import { type MailName, mailTemplates } from './mail-templates.ts';

/** A mail as it goes out: the same words for programs that show HTML and for those that show text. */
export interface RenderedMail {
  readonly subject: string;
  readonly html: string;
  /** Made when it is read. */
  readonly text: string;
  /** Undefined for mails without an appointment. */
  readonly calendar: CalendarFile | undefined;
}

/**
 * Draws a mail from data as it comes back from a database; `MailData` says what each mail needs. Throws when there is no
 * mail of that name, and when its data is not enough to draw it.
 */
export function renderMail(name: string, given: object, settings: MailSettings): RenderedMail {
  if (!isMailName(name)) throw new Error(`There is no mail "${name}".`);
  // Each template takes data of its own; which one this is was only known when the data was written.
  const template = mailTemplates[name] as MailTemplate<unknown>;
  const data = withoutDirectionControls(given);
  const markup = renderToStaticMarkup(<MailPage template={template} data={data} settings={settings} />);
  return {
    subject: template.subject(data),
    html: `<!doctype html>${markup}`,
    calendar: template.calendar?.(data, settings),
    get text() {
      return textOf(markup);
    },
  };
}

const directionControls = /[\u202A-\u202E\u2066-\u2069]/g;

/** The data of a mail without the controls of direction in a typed text, which would turn the words of the shop beside it. */
function withoutDirectionControls(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(directionControls, '');
  if (Array.isArray(value)) return value.map(withoutDirectionControls);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutDirectionControls(one)]));
}

function isMailName(name: string): name is MailName {
  return Object.hasOwn(mailTemplates, name);
}

/** Made once: putting the rules together takes longer than using them. */
const convert = compile({
  wordwrap: 78,
  selectors: [
    { selector: '.preheader', format: 'skip' },
    // The button's address follows it here in any case.
    { selector: '.address-in-words', format: 'skip' },
    { selector: 'a.wordmark', format: 'anchor', options: { ignoreHref: true } },
    { selector: 'h1', options: { uppercase: false } },
    { selector: 'a', options: { linkBrackets: ['\n', ''], hideLinkHrefIfSameAsText: true } },
    { selector: 'a[href^="mailto:"]', format: 'anchor', options: { ignoreHref: true } },
    { selector: 'table.amounts', format: 'dataTable', options: { uppercaseHeaderCells: false } },
  ],
});

/** Attributes that only say how something looks; a quote in a text is written in another way, so this is always one. */
const looks = / (?!class=|href=)[\w-]+="[^"]*"/gi;

/** The text part: lines of at most 78 characters, links in full on lines of their own. */
function textOf(markup: string): string {
  // Two thirds of it are looks, and reading them letter by letter would take longer than all the rest.
  const words = markup.slice(markup.indexOf('<body')).replaceAll(looks, '');
  return convert(words).replaceAll('\u00a0', ' ').trim();
}
