import { element, escapeMarkup } from '../html/first-view/markup.ts';

/** Where the form of the bar is sent. */
export const leavePreviewPath = '/preview/leave';

export const previewCacheControl = 'private, no-store';
export const notIndexed = ['X-Robots-Tag', 'noindex'] as const;

/** The attribute lets the page's content security policy allow the text (`shell-document.ts`). */
const style = `<style data-href="kinmel-preview">#kinmel-preview{display:flex;flex-wrap:wrap;align-items:center;justify-content:center;gap:4px 16px;padding:6px 16px;background:var(--marigold,#f5a81c);color:var(--on-marigold,#10201b);font:var(--type-body,16px/1.5 sans-serif)}#kinmel-preview p{margin:0;overflow-wrap:anywhere}#kinmel-preview button{min-height:44px;padding:0 16px;border:1px solid currentcolor;border-radius:8px;background:none;color:inherit;font:inherit;font-weight:600}#kinmel-preview :focus-visible{outline-color:currentcolor}@media print{#kinmel-preview{display:none}}</style>`;

/** Adds the bar in front of everything that React renders, so that hydration does not touch it; it works without scripts. */
export function withPreviewBar(
  html: string,
  { part, version }: { readonly part: string; readonly version: string },
): string {
  const form = element('form', { method: 'post', action: leavePreviewPath });
  const bar = `<aside id="kinmel-preview" aria-label="Preview"><p>Preview of <strong>${escapeMarkup(`${part} ${version}`)}</strong></p>${form}<button>Leave preview</button></form></aside>`;
  return html.replace('</head>', () => `${style}</head>`).replace(/<body[^>]*>/, (body) => body + bar);
}
