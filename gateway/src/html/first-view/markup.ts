export const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * Escapes JSON for a data block: no `<` is left that could begin a tag or a comment, and the two line separators that
 * JSON allows but older scripts did not are escaped.
 */
export const escapeJson = (json: string): string =>
  json.replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

/** A data block; `json` is JSON text. */
export const dataBlock = (id: string, json: string): string =>
  `<script type="application/json" id="${id}">${escapeJson(json)}</script>`;

/** Undefined leaves an attribute out, true writes its name only. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | true | undefined>>,
): string {
  let text = `<${name}`;
  for (const [key, value] of Object.entries(attributes)) {
    if (value === true) text += ` ${key}`;
    else if (value !== undefined) text += ` ${key}="${escapeMarkup(value)}"`;
  }
  return `${text}>`;
}
