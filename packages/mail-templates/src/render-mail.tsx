import { compile } from 'html-to-text';
import { renderToStaticMarkup } from 'react-dom/server';
import type { CalendarFile } from './format/calendar-file.ts';
import { MailFrame } from './layout/mail-frame.tsx';
import type { MailSettings } from './mail-settings.ts';
import type { MailTemplate } from './mail-template.ts';
import { type MailName, mailTemplates } from './mail-templates.ts';

/** A mail with HTML and plain-text parts of the same content. */
export interface RenderedMail {
  readonly subject: string;
  readonly html: string;
  /** Computed on first read. */
  readonly text: string;
  /** Undefined for mails without an appointment. */
  readonly calendar: CalendarFile | undefined;
}

/** Renders a mail from stored data. Throws when there is no mail of that name or its data is not sufficient. */
export function renderMail(name: string, mailData: object, settings: MailSettings): RenderedMail {
  if (!isMailName(name)) throw new Error(`There is no mail "${name}".`);
  // The data was stored for this template.
  const template = mailTemplates[name] as MailTemplate<unknown>;
  const data = withoutDirectionControls(mailData);
  const subject = template.subject(data);
  const [preheader, footer] = [template.preheader(data, settings), template.footer?.(data, settings)];
  const markup = renderToStaticMarkup(
    <MailFrame title={subject} preheader={preheader} settings={settings} footer={footer}>
      {template.body(data, settings)}
    </MailFrame>,
  );
  return {
    subject,
    html: `<!doctype html>${markup}`,
    calendar: template.calendar?.(data, settings),
    get text() {
      return textOf(markup);
    },
  };
}

const directionControls = /[\u202A-\u202E\u2066-\u2069]/g;

/** The data without bidirectional control characters, which would reorder the text around them. */
function withoutDirectionControls(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(directionControls, '');
  if (Array.isArray(value)) return value.map(withoutDirectionControls);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutDirectionControls(one)]));
}

function isMailName(name: string): name is MailName {
  return Object.hasOwn(mailTemplates, name);
}

/** Compiled once: compiling takes longer than converting. */
const convert = compile({
  wordwrap: 78,
  selectors: [
    { selector: '.preheader', format: 'skip' },
    // The conversion adds the URL of the button itself.
    { selector: '.address-in-words', format: 'skip' },
    { selector: 'a.wordmark', format: 'anchor', options: { ignoreHref: true } },
    { selector: 'h1', options: { uppercase: false } },
    { selector: 'a', options: { linkBrackets: ['\n', ''], hideLinkHrefIfSameAsText: true } },
    { selector: 'a[href^="mailto:"]', format: 'anchor', options: { ignoreHref: true } },
    { selector: 'table.amounts', format: 'dataTable', options: { uppercaseHeaderCells: false } },
  ],
});

/** Presentational attributes; quotes in text are escaped, so a match is always an attribute. */
const presentationalAttributes = / (?!class=|href=)[\w-]+="[^"]*"/gi;

/** The plain-text part: lines of at most 78 characters, URLs on lines of their own. */
function textOf(markup: string): string {
  // Two thirds of the markup are styles, and parsing them would dominate the time.
  const content = markup.slice(markup.indexOf('<body')).replaceAll(presentationalAttributes, '');
  return convert(content).replaceAll('\u00a0', ' ').trim();
}
