import { createHash } from 'node:crypto';
import type { HeaderList } from '../../policies/answers/security-headers.ts';
import { element, escapeMarkup } from '../first-view/markup.ts';
import type { ShellOnDisk } from './shell-files.ts';

/** The template of the shell, split where the gateway inserts content. */
export interface ShellDocument {
  /** The description in the template. */
  readonly description: string;
  /**
   * Allows the inline scripts of the template and the inline styles in the head of `html` in the content security
   * policy.
   */
  allowOwnCode(headers: HeaderList, html: string): HeaderList;
  /** Whether the template has a place for a drawing. */
  readonly canBeDrawn: boolean;
  /** The whole page: title, end of the head, end of the body, content of `#app`. */
  render(title: string, head: string, body: string, drawn?: string): string;
}

const descriptionTag = /<meta\s+name=["']?description["']?\s+content="([^"<>&]*)"\s*\/?>/;

const anchor = (name: string) => new RegExp(`<meta\\s+name=["']?kinmel-${name}["']?\\s*/?>`);

/** Adds `integrity` and `crossorigin` to tags of the shell's files. */
function pinTags(html: string, shell: ShellOnDisk): string {
  return html.replace(/<(script|link)\b[^>]*>/g, (tag) => {
    // Stylesheets request fonts without a hash: a pinned preload would not match.
    if (/\bas=["']?(?:font|image)\b/.test(tag)) return tag;
    const address = /\b(?:src|href)=["']?([^"'\s>]+)/.exec(tag)?.[1];
    const prefix = `/shell/${shell.build.version}/`;
    if (!address?.startsWith(prefix)) return tag;
    const integrity = shell.build.files[address.slice(prefix.length)]?.integrity;
    if (!integrity) return tag;
    let pinned = tag.replace(/\/?>$/, '');
    if (!/\bintegrity=/.test(tag)) pinned += ` integrity="${integrity}"`;
    if (!/\bcrossorigin\b/.test(tag)) pinned += ' crossorigin="anonymous"';
    return `${pinned}>`;
  });
}

/** Tags for the shell's styles, fonts and scripts that the template does not name. */
function ownTags(shell: ShellOnDisk): string {
  const { build, template } = shell;
  const url = (file: string) => `/shell/${build.version}/${file}`;
  const missing = (file: string) => !template.includes(url(file));
  const pin = (file: string) => ({ integrity: build.files[file]?.integrity, crossorigin: 'anonymous' });
  return [
    ...build.styles
      .filter(missing)
      .map((file) => element('link', { rel: 'stylesheet', href: url(file), ...pin(file) })),
    ...build.fonts.filter(missing).map((file) =>
      element('link', {
        rel: 'preload',
        as: 'font',
        type: 'font/woff2',
        href: url(file),
        crossorigin: 'anonymous',
      }),
    ),
    ...build.scripts
      .filter(missing)
      .map((file) => `${element('script', { defer: true, src: url(file), ...pin(file) })}</script>`),
  ].join('');
}

const inlineScript = /<script>([^<]*)<\/script>/g;
const inlineStyle = /<style data-href="[^"]*">(.*?)<\/style>/gs;

/** The CSP sources of the inline code in HTML. */
const sourcesOf = (kind: RegExp, html: string): string[] =>
  [...html.matchAll(kind)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );

const emptyApp = '<div id="app"></div>';

/** A drawn page is visible without its scripts, so that pictures and fonts load first. */
const behindPictures = (html: string) =>
  html.replace(/<script\b(?=[^>]*\bsrc=)(?![^>]*\bfetchpriority=)/g, '<script fetchpriority="low"');

/**
 * Parses a template; throws when one of the two anchors is missing. `apiUrl` is where the page sends its calls
 * (`baseAddress` of web-kit), by default its own origin.
 */
export function prepareShellDocument(shell: ShellOnDisk, apiUrl?: string): ShellDocument {
  const pinned = pinTags(shell.template, shell);
  const html = apiUrl ? pinned.replace(/<html\b/, `<html data-api="${escapeMarkup(apiUrl)}"`) : pinned;
  const head = anchor('head').exec(html);
  const body = anchor('body').exec(html);
  if (!head || !body) {
    throw new Error(`index.html of the shell has no <meta name="kinmel-${head ? 'body' : 'head'}">`);
  }
  const description = descriptionTag.exec(html)?.[1] ?? '';
  // Each page has its own title and description.
  const withoutOwn = (part: string) => part.replace(/<title>[^<]*<\/title>/, '').replace(descriptionTag, '');
  const beforeHead = withoutOwn(html.slice(0, head.index));
  const between = withoutOwn(html.slice(head.index + head[0].length, body.index));
  const afterBody = html.slice(body.index + body[0].length);
  const own = ownTags(shell);
  const scriptSources = ["script-src 'self'", ...sourcesOf(inlineScript, html)].join(' ');
  const place = between.indexOf(emptyApp);
  const canBeDrawn = place !== -1;
  const beforeDrawn = behindPictures(own + between.slice(0, place));
  const afterDrawn = between.slice(place + emptyApp.length);
  return {
    description,
    canBeDrawn,
    allowOwnCode: (headers, page) => {
      const head = page.slice(0, page.indexOf('</head>'));
      const styleSources = ["style-src 'self'", ...sourcesOf(inlineStyle, head)].join(' ');
      return headers.map(([name, value]) =>
        name.toLowerCase() === 'content-security-policy'
          ? [
              name,
              value.replace("script-src 'self'", scriptSources).replace("style-src 'self'", styleSources),
            ]
          : [name, value],
      );
    },
    render: (title, headPart, bodyPart, drawn) => {
      const start = `${beforeHead}<title>${escapeMarkup(title)}</title>${headPart}`;
      const end = bodyPart + afterBody;
      return canBeDrawn && drawn !== undefined
        ? `${start}${beforeDrawn}<div id="app" data-rendered>${drawn}</div>${afterDrawn}${end}`
        : `${start}${own}${between}${end}`;
    },
  };
}
