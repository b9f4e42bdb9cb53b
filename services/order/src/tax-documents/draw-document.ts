import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import type PDFKit from 'pdfkit';
import { type DocumentTexts, scriptRuns } from './document-texts.rules.ts';

type Document = InstanceType<typeof PDFKit>;

/** Names and addresses are written in Latin or Devanagari. */
const fontFiles = {
  latin: '@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff',
  'latin-bold': '@fontsource/noto-sans/files/noto-sans-latin-700-normal.woff',
  devanagari: '@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-400-normal.woff',
  'devanagari-bold': '@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-700-normal.woff',
};
const { resolve } = createRequire(import.meta.url);

const ink = '#14181f';
const quiet = '#5b6472';
const line = '#d7dce3';
const brand = '#0f4337';
const soft = '#f1f4f2';
const margin = 56;
const width = 595.28 - 2 * margin;
/** Of Noto Sans, relative to the font size. */
const ascent = 1.069;
const bottom = 841.89 - 96;

interface Style {
  readonly size?: number;
  readonly bold?: boolean;
  readonly color?: string;
  readonly align?: 'left' | 'right';
  readonly width?: number;
}

/** Writes text in Latin, Devanagari or both, and returns its height. */
function write(
  pdf: Document,
  text: string,
  x: number,
  y: number,
  { size = 10, bold = false, color = ink, align = 'left', width: limit = width }: Style = {},
): number {
  pdf.fontSize(size).fillColor(color);
  const runs = scriptRuns(text === '' ? ' ' : text);
  const use = (script: string) => pdf.font(bold ? `${script}-bold` : script);
  if (runs.length === 1 || align === 'right') {
    use(runs[0]?.script ?? 'latin');
    const height = pdf.heightOfString(text, { width: limit });
    pdf.text(text, x, y + size * ascent, { width: limit, align, baseline: 'alphabetic' });
    return height;
  }
  // Aligned by baseline, which both scripts share; their ascents differ.
  for (const [index, run] of runs.entries()) {
    use(run.script);
    const continued = index < runs.length - 1;
    const options = { width: limit, continued, baseline: 'alphabetic' } as const;
    if (index === 0) pdf.text(run.text, x, y + size * ascent, options);
    else pdf.text(run.text, options);
  }
  return pdf.y - y - size * ascent;
}

/** Writes texts below each other, and returns where the last one ends. */
const writeAll = (pdf: Document, texts: readonly string[], x: number, y: number, style: Style) =>
  texts.reduce((at, text) => at + write(pdf, text, x, at, style), y);

const columns = {
  name: { x: margin, width: width - 262, align: 'left' },
  quantity: { x: margin + width - 250, width: 40, align: 'right' },
  price: { x: margin + width - 205, width: 95, align: 'right' },
  total: { x: margin + width - 105, width: 105, align: 'right' },
} as const;

const writeCell = (pdf: Document, text: string, column: keyof typeof columns, y: number, style?: Style) => {
  const { x, ...cell } = columns[column];
  return write(pdf, text, x, y, { ...style, ...cell });
};

const drawRule = (pdf: Document, y: number) =>
  pdf
    .moveTo(margin, y)
    .lineTo(margin + width, y)
    .lineWidth(0.5)
    .strokeColor(line)
    .stroke();

function drawHeader(pdf: Document, { title, numbers, date, seller }: DocumentTexts): number {
  pdf.rect(0, 0, 595.28, 8).fill(brand);
  write(pdf, seller.name, margin, 40, { size: 24, bold: true, color: brand, width: 200 });
  const left = writeAll(pdf, seller.lines, margin, 74, { size: 9, color: quiet, width: 240 });
  write(pdf, title, margin, 40, { size: 24, bold: true, align: 'right' });
  const [number = '', ...others] = numbers;
  write(pdf, number, margin, 76, { size: 11, bold: true, align: 'right' });
  const right = writeAll(pdf, [...others, date], margin, 92, { color: quiet, align: 'right' });
  return Math.max(left, right, 110) + 28;
}

function drawParties(pdf: Document, texts: DocumentTexts, from: number): number {
  const half = width / 2 - 12;
  write(pdf, 'Bill and deliver to', margin, from, { size: 8, bold: true, color: quiet, width: half });
  const [name = '', ...address] = texts.billTo;
  const beneath = from + 14 + write(pdf, name, margin, from + 14, { bold: true, width: half });
  const left = writeAll(pdf, address, margin, beneath, { width: half });
  const right = margin + width / 2 + 12;
  write(pdf, 'Payment', right, from, { size: 8, bold: true, color: quiet, width: half });
  const height = write(pdf, texts.payment, right, from + 14, { width: half });
  return Math.max(left, from + 14 + height) + 24;
}

function drawTableHead(pdf: Document, y: number): number {
  pdf.rect(margin - 8, y, width + 16, 22).fill(soft);
  const head = { name: 'Product', quantity: 'Pieces', price: 'Price', total: 'Amount' } as const;
  for (const [column, text] of Object.entries(head))
    writeCell(pdf, text, column as keyof typeof head, y + 6, { size: 8, bold: true, color: quiet });
  return y + 30;
}

function drawLines(pdf: Document, texts: DocumentTexts, from: number): number {
  let y = drawTableHead(pdf, from);
  for (const row of texts.lines) {
    if (y > bottom - 60) {
      pdf.addPage();
      y = drawTableHead(pdf, margin);
    }
    for (const column of ['quantity', 'price', 'total'] as const) writeCell(pdf, row[column], column, y);
    y += writeCell(pdf, row.name, 'name', y);
    if (row.remark !== '') y += writeCell(pdf, row.remark, 'name', y + 1, { size: 8, color: quiet });
    y += 8;
    drawRule(pdf, y - 2);
    y += 6;
  }
  return y + 6;
}

function drawSums(pdf: Document, texts: DocumentTexts, from: number): number {
  let y = from;
  if (y > bottom - 110) {
    pdf.addPage();
    y = margin;
  }
  const x = margin + width - 240;
  for (const { label, amount } of texts.sums) {
    write(pdf, label, x, y, { color: quiet, width: 120 });
    y += write(pdf, amount, x + 120, y, { align: 'right', width: 120 }) + 4;
  }
  pdf.rect(x - 12, y + 2, 264, 30).fill(soft);
  write(pdf, 'Total', x, y + 9, { size: 12, bold: true, width: 100 });
  write(pdf, texts.total, x + 80, y + 9, { size: 12, bold: true, align: 'right', width: 160 });
  return y + 48;
}

function drawFoot(pdf: Document, { seller, terms }: DocumentTexts): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    pdf.switchToPage(page);
    // Below the margin: otherwise the library begins another page.
    pdf.page.margins.bottom = 0;
    const y = 841.89 - 64;
    drawRule(pdf, y);
    const small = { size: 8, color: quiet };
    const thanks = `Thank you for shopping at ${seller.name}. ${terms}.`;
    write(pdf, thanks, margin, y + 10, { ...small, width: width - 80 });
    write(pdf, seller.email, margin, y + 22, { ...small, width: width - 80 });
    write(pdf, `${page - start + 1} / ${count}`, margin, y + 10, { ...small, align: 'right' });
  }
}

function drawMark(pdf: Document, mark: string): void {
  if (mark === '') return;
  pdf.save();
  pdf.rotate(-28, { origin: [297, 460] }).opacity(0.12);
  pdf
    .font('latin-bold')
    .fontSize(84)
    .fillColor('#b91c1c')
    .text(mark, 0, 420, { width: 595.28, align: 'center', lineBreak: false });
  pdf.restore();
}

/** Draws a document on A4 pages with embedded fonts. */
export async function drawDocument(texts: DocumentTexts, createdAt: Date): Promise<Buffer> {
  // Loaded on demand, so that the service starts faster.
  const { default: PDFDocument } = await import('pdfkit');
  const pdf = new PDFDocument({
    size: 'A4',
    margin,
    bufferPages: true,
    // A standard font would be read from a file of the library, which a bundle does not contain.
    font: '',
    lang: 'en',
    displayTitle: true,
    info: {
      Title: `${texts.title} ${texts.numbers[0]}`,
      Author: texts.seller.name,
      CreationDate: createdAt,
      ModDate: createdAt,
    },
  });
  for (const [name, file] of Object.entries(fontFiles)) pdf.registerFont(name, await readFile(resolve(file)));
  pdf.font('latin');
  const written = buffer(pdf);
  const afterHeader = drawHeader(pdf, texts);
  const afterParties = drawParties(pdf, texts, afterHeader);
  drawMark(pdf, texts.mark);
  drawSums(pdf, texts, drawLines(pdf, texts, afterParties));
  drawFoot(pdf, texts);
  pdf.end();
  return written;
}
