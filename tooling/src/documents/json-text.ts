const longestLine = 110;

/** Formats JSON with everything on one line that fits. */
export function jsonText(value: unknown, indent = ''): string {
  const text = JSON.stringify(value) ?? 'null';
  if (indent.length + text.length <= longestLine || typeof value !== 'object' || value === null) return text;
  const inner = `${indent}  `;
  const lines = Array.isArray(value)
    ? value.map((each) => jsonText(each, inner))
    : Object.entries(value)
        .filter(([, each]) => each !== undefined)
        .map(([name, each]) => `${JSON.stringify(name)}: ${jsonText(each, inner)}`);
  const [start, end] = Array.isArray(value) ? '[]' : '{}';
  return `${start}\n${lines.map((line) => inner + line).join(',\n')}\n${indent}${end}`;
}
