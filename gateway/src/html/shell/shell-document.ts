import { createHash } from 'node:crypto';
import type { HeaderList } from '../../policies/answers/security-headers.ts';
import { escapeMarkup } from '../first-view/markup.ts';

/** The template of the shell, split where the gateway inserts content. */
export type ShellDocument = ReturnType<typeof prepareShellDocument>;

const descriptionTag = /<meta\s+name=["']?description["']?\s+content="([^"<>&]*)"\s*\/?>/;

const anchor = (name: string) => new RegExp(`<meta\\s+name=["']?kinmel-${name}["']?\\s*/?>`);

const inlineScript = /<script>([^<]*)<\/script>/g;
const inlineStyle = /<style data-href="[^"]*">(.*?)<\/style>/gs;

/** The CSP sources of the inline code in HTML. */
const sourcesOf = (kind: RegExp, html: string): string[] =>
  [...html.matchAll(kind)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );

const emptyApp = '<div id="app"></div>';

/** A rendered page is visible without its scripts, so that pictures and fonts load first. */
const withLowPriority = (html: string) =>
  html.replace(/<script\b(?=[^>]*\bsrc=)(?![^>]*\bfetchpriority=)/g, '<script fetchpriority="low"');

/**
 * Parses a template; throws when one of the two anchors is missing. `apiUrl` is where the page sends its calls
 * (`baseAddress` of web-kit), by default its own origin.
 */
export function prepareShellDocument(template: string, apiUrl?: string) {
  const html = apiUrl ? template.replace(/<html\b/, `<html data-api="${escapeMarkup(apiUrl)}"`) : template;
  const head = anchor('head').exec(html);
  const body = anchor('body').exec(html);
  if (!head || !body) {
    throw new Error(`index.html of the shell has no <meta name="kinmel-${head ? 'body' : 'head'}">`);
  }
  const description = descriptionTag.exec(html)?.[1] ?? '';
  // Each page has its own title and description.
  const withoutTitleAndDescription = (part: string) =>
    part.replace(/<title>[^<]*<\/title>/, '').replace(descriptionTag, '');
  const beforeHead = withoutTitleAndDescription(html.slice(0, head.index));
  const betweenAnchors = withoutTitleAndDescription(html.slice(head.index + head[0].length, body.index));
  const afterBody = html.slice(body.index + body[0].length);
  const scriptSources = ["script-src 'self'", ...sourcesOf(inlineScript, html)].join(' ');
  const appIndex = betweenAnchors.indexOf(emptyApp);
  const canBeRendered = appIndex !== -1;
  const beforeRendered = withLowPriority(betweenAnchors.slice(0, appIndex));
  const afterRendered = betweenAnchors.slice(appIndex + emptyApp.length);
  return {
    /** The description in the template. */
    description,
    /** Whether the template has a place for a rendering. */
    canBeRendered,
    /** Allows the inline scripts of the template and the inline styles in the head of the page in its CSP. */
    allowOwnCode: (headers: HeaderList, page: string): HeaderList => {
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
    /** The whole page: title, end of the head, end of the body, content of `#app`. */
    render: (title: string, headPart: string, bodyPart: string, markup?: string): string => {
      const start = `${beforeHead}<title>${escapeMarkup(title)}</title>${headPart}`;
      const end = bodyPart + afterBody;
      return canBeRendered && markup !== undefined
        ? `${start}${beforeRendered}<div id="app" data-rendered>${markup}</div>${afterRendered}${end}`
        : `${start}${betweenAnchors}${end}`;
    },
  };
}
