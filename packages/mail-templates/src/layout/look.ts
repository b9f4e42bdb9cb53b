/** Colors and type of mails: dark text on light, contrast above 7 to 1. */
export const look = {
  ink: '#10201b',
  inkSoft: '#404e48',
  line: '#dbe1db',
  paper: '#ffffff',
  mist: '#f2f4f1',
  pine: '#0f4337',
  marigoldSoft: '#fff1d3',
  okSoft: '#e2f2e9',
  badSoft: '#fcebe9',
  font: "'Host Grotesk', system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif",
} as const;

/** Secondary text. */
export const smallText = { color: look.inkSoft, fontSize: 14, lineHeight: '20px' } as const;
