const maxLineLength = 110;

/** Formats JSON with everything on one line that fits. */
export function jsonText(value: unknown, indent = ''): string {
  const text = JSON.stringify(value) ?? 'null';
  if (indent.length + text.length <= maxLineLength || typeof value !== 'object' || value === null)
    return text;
  const innerIndent = `${indent}  `;
  const lines = Array.isArray(value)
    ? value.map((item) => jsonText(item, innerIndent))
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([name, item]) => `${JSON.stringify(name)}: ${jsonText(item, innerIndent)}`);
  const [start, end] = Array.isArray(value) ? '[]' : '{}';
  return `${start}\n${lines.map((line) => innerIndent + line).join(',\n')}\n${indent}${end}`;
}
