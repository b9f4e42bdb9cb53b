import { LRUCache } from 'lru-cache';
import type { Column, Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { documentFonts, fontRuns, latinFont } from './document-fonts.ts';
import type { DocumentTexts } from './document-texts.rules.ts';

const fontFiles = Object.values(documentFonts).flatMap(({ normal, bold }) => [normal, bold]);

const brandColor = '#0f4337';
const softFill = '#f1f4f2';
const margin = 56;

const styles = {
  heading: { fontSize: 24, bold: true },
  label: { fontSize: 8, bold: true, color: '#5b6472' },
  small: { fontSize: 8, color: '#5b6472' },
  quiet: { color: '#5b6472' },
} as const;

/** A text in any of the supported scripts. */
const text = (words: string, style?: keyof typeof styles, properties: object = {}): Column => ({
  text: fontRuns(words),
  ...(style && { style }),
  ...properties,
});

const rightAligned = { alignment: 'right' } as const;

const header = ({ title, numbers: [number = '', ...others], date, seller }: DocumentTexts): Content => ({
  columns: [
    [
      text(seller.name, 'heading', { color: brandColor }),
      ...seller.lines.map((words) => text(words, 'quiet', { fontSize: 9 })),
    ],
    [
      text(title, 'heading', rightAligned),
      text(number, undefined, { ...rightAligned, bold: true, fontSize: 11 }),
      ...[...others, date].map((words) => text(words, 'quiet', rightAligned)),
    ],
  ],
  marginBottom: 28,
});

const parties = ({ billTo: [name = '', ...address], payment }: DocumentTexts): Content => ({
  columns: [
    [
      text('Bill and deliver to', 'label', { marginBottom: 3 }),
      text(name, undefined, { bold: true }),
      ...address.map((words) => text(words)),
    ],
    [text('Payment', 'label', { marginBottom: 3 }), text(payment)],
  ],
  columnGap: 24,
  marginBottom: 24,
});

const passport = (link: string): Content[] => [
  { qr: link, fit: 72, margin: [0, 6, 0, 2] },
  text('Its passport: what we inspected, and its warranty', 'small', { link }),
];

const lines = ({ lines: rows }: DocumentTexts, shopUrl: string): Content => ({
  table: {
    headerRows: 1,
    dontBreakRows: true,
    widths: ['*', 40, 85, 95],
    body: [
      ['Product', 'Pieces', 'Price', 'Amount'].map((words, index) =>
        text(words, 'label', { fillColor: softFill, ...(index > 0 && rightAligned) }),
      ),
      ...rows.map(({ name, remark, passportLink, quantity, price, total }) => [
        [
          text(name),
          ...(remark === '' ? [] : [text(remark, 'small')]),
          ...(passportLink === undefined ? [] : passport(shopUrl + passportLink)),
        ],
        ...[quantity, price, total].map((words) => text(words, undefined, rightAligned)),
      ]),
    ],
  },
  layout: 'lightHorizontalLines',
  marginBottom: 12,
});

const sums = ({ sums: rows, total }: DocumentTexts): Content => ({
  columns: [
    text(''),
    {
      width: 264,
      unbreakable: true,
      table: {
        widths: ['*', 'auto'],
        body: [
          ...rows.map(({ label, amount }) => [text(label, 'quiet'), text(amount, undefined, rightAligned)]),
          ['Total', total].map((words, index) =>
            text(words, undefined, {
              fontSize: 12,
              bold: true,
              fillColor: softFill,
              margin: [0, 5],
              ...(index > 0 && rightAligned),
            }),
          ),
        ],
      },
      layout: 'noBorders',
    },
  ],
});

const definition = (texts: DocumentTexts, createdAt: Date, shopUrl: string): TDocumentDefinitions => ({
  pageSize: 'A4',
  pageMargins: [margin, 40, margin, 96],
  language: 'en',
  info: {
    title: `${texts.title} ${texts.numbers[0]}`,
    author: texts.seller.name,
    creationDate: createdAt,
    modDate: createdAt,
  },
  defaultStyle: { font: latinFont, fontSize: 10, color: '#14181f' },
  styles,
  background: (_page, { width }) => ({
    canvas: [{ type: 'rect', x: 0, y: 0, w: width, h: 8, color: brandColor }],
  }),
  ...(texts.mark && {
    watermark: { text: texts.mark, angle: -28, opacity: 0.12, fontSize: 84, bold: true, color: '#b91c1c' },
  }),
  content: [header(texts), parties(texts), lines(texts, shopUrl), sums(texts)],
  footer: (page, pages) => ({
    margin: [margin, 32, margin, 0],
    columns: [
      [
        text(`Thank you for shopping at ${texts.seller.name}. ${texts.terms}.`, 'small'),
        text(texts.seller.email, 'small'),
      ],
      text(`${page} / ${pages}`, 'small', { ...rightAligned, width: 'auto' }),
    ],
  }),
});

async function render(texts: DocumentTexts, createdAt: Date, shopUrl: string): Promise<Buffer> {
  // Loaded on demand, so that the service starts faster.
  const { default: pdfmake } = await import('pdfmake');
  pdfmake.setFonts(documentFonts);
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy((file) => fontFiles.includes(file));
  return pdfmake.createPdf(definition(texts, createdAt, shopUrl)).getBuffer();
}

/** The bytes of recent documents, by the content that they were rendered from. */
const documentCache = new LRUCache<string, Promise<Buffer>>({ max: 200 });

/**
 * Renders a document on A4 pages with embedded fonts. Cached, because rendering blocks the process for a tenth of a
 * second.
 */
export function renderDocument(...content: Parameters<typeof render>): Promise<Buffer> {
  const key = JSON.stringify(content);
  const earlierRendering = documentCache.get(key);
  if (earlierRendering) return earlierRendering;
  const rendering = render(...content);
  documentCache.set(key, rendering);
  rendering.catch(() => documentCache.delete(key));
  return rendering;
}
