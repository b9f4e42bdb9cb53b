import type { ReactNode } from 'react';
import { look, smallText } from './look.ts';

/** Layout tables are hidden from screen readers. */
export const plainTable = { role: 'presentation', cellPadding: 0, cellSpacing: 0, border: 0 } as const;
const tabularNumbers = { fontVariantNumeric: 'tabular-nums' } as const;

export function Title({ children }: { children: ReactNode }) {
  return (
    <h1
      style={{
        margin: '0 0 16px',
        fontSize: 28,
        lineHeight: '34px',
        fontWeight: 600,
        letterSpacing: '-0.028em',
      }}
    >
      {children}
    </h1>
  );
}

export function Paragraph({ children }: { children: ReactNode }) {
  return <p style={{ margin: '0 0 16px' }}>{children}</p>;
}

/** Secondary text: what to do without the button, or if the mail was unexpected. */
export function SmallPrint({ children }: { children: ReactNode }) {
  return <p style={{ margin: '0 0 16px', ...smallText }}>{children}</p>;
}

/** A link that looks like the solid button of the shop. */
export function ActionLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <table {...plainTable} style={{ margin: '8px 0 24px' }}>
      <tbody>
        <tr>
          <td style={{ backgroundColor: look.ink, borderRadius: 12 }}>
            <a
              href={href}
              style={{
                display: 'inline-block',
                padding: '12px 24px',
                color: look.paper,
                fontWeight: 600,
                lineHeight: '24px',
                textDecoration: 'none',
              }}
            >
              {children}
            </a>
          </td>
        </tr>
      </tbody>
    </table>
  );
}

/** The link's URL as text, for programs that show no links and for readers who check it first. */
export function LinkAsText({ href }: { href: string }) {
  return (
    <div className="address-in-words">
      <SmallPrint>
        If the button does not work, open this address:
        <br />
        <a href={href} style={{ color: look.pine, wordBreak: 'break-all' }}>
          {href}
        </a>
      </SmallPrint>
    </div>
  );
}

/** Shown below the link that confirms an address. */
export const NotYou = () => (
  <SmallPrint>It was not you? Then do nothing: we forget the address by ourselves.</SmallPrint>
);

/** Why a mail was sent, and the link that unsubscribes; mail programs use the `List-Unsubscribe` header instead. */
export const UnsubscribeNote = ({
  reason,
  linkText,
  href,
}: Readonly<Record<'reason' | 'linkText' | 'href', string>>) => (
  <p style={{ margin: '0 0 12px' }}>
    {reason}{' '}
    <a href={href} style={{ color: look.inkSoft }}>
      {linkText}
    </a>
  </p>
);

const toneColors = { plain: look.mist, note: look.marigoldSoft, good: look.okSoft, warning: look.badSoft };

export function Panel({
  tone = 'plain',
  children,
}: {
  tone?: keyof typeof toneColors | undefined;
  children: ReactNode;
}) {
  return (
    <table {...plainTable} width="100%" style={{ margin: '8px 0 24px' }}>
      <tbody>
        <tr>
          <td style={{ backgroundColor: toneColors[tone], borderRadius: 12, padding: '16px 20px' }}>
            {children}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

/** Name and value pairs, one per line; pairs without a value are left out. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: string])[] }) {
  const rows = facts.filter(([, value]) => value !== '');
  return (
    <>
      {rows.map(([name, value], index) => (
        <p key={name} style={{ margin: index === 0 ? 0 : '8px 0 0', ...tabularNumbers }}>
          <span style={{ color: look.inkSoft }}>{name}: </span>
          <span style={{ fontWeight: 500, wordBreak: 'break-word' }}>{value}</span>
        </p>
      ))}
    </>
  );
}

export function Steps({ steps }: { steps: readonly ReactNode[] }) {
  return (
    <ol style={{ margin: '0 0 16px', paddingLeft: 24 }}>
      {steps.map((step, index) => (
        // Steps are never reordered.
        <li key={index} style={{ margin: '0 0 8px' }}>
          {step}
        </li>
      ))}
    </ol>
  );
}

export interface AmountRow {
  readonly label: string;
  readonly detail?: string;
  readonly amount: string;
}

/** Order lines and totals; the only data tables in mails. */
export function Amounts({
  caption,
  rows,
  sums,
  total,
}: {
  caption: string;
  rows: readonly AmountRow[];
  sums: readonly AmountRow[];
  total: AmountRow;
}) {
  const table = { className: 'amounts', width: '100%', cellPadding: 0, cellSpacing: 0 } as const;
  const line = { padding: '12px 0', borderBottom: `1px solid ${look.line}`, verticalAlign: 'top' } as const;
  const sum = { padding: '4px 0' } as const;
  const last = { padding: '12px 0 0', fontSize: 20, fontWeight: 600 } as const;
  const right = { textAlign: 'right', whiteSpace: 'nowrap', ...tabularNumbers } as const;
  return (
    <>
      <table {...table} style={{ margin: '8px 0 0', borderCollapse: 'collapse' }}>
        <caption style={{ textAlign: 'left', ...smallText }}>{caption}</caption>
        <tbody>
          {rows.map(({ label, detail, amount }, index) => (
            // Two lines of one product differ only in their position.
            <tr key={index}>
              <th scope="row" align="left" style={{ ...line, fontWeight: 600 }}>
                {label}
                {detail === undefined ? null : (
                  <>
                    <br />
                    <span style={{ ...smallText, fontWeight: 400 }}>{detail}</span>
                  </>
                )}
              </th>
              <td style={{ ...line, ...right, paddingLeft: 16 }}>{amount}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {/* A separate table: the wide total would narrow the names above it on a phone. */}
      <table {...table} aria-label="Sum" style={{ margin: '12px 0 24px', borderCollapse: 'collapse' }}>
        <tbody>
          {sums.map(({ label, amount }) => (
            <tr key={label}>
              <th scope="row" align="left" style={{ ...sum, fontWeight: 400, color: look.inkSoft }}>
                {label}
              </th>
              <td style={{ ...sum, ...right }}>{amount}</td>
            </tr>
          ))}
          <tr>
            <th scope="row" align="left" style={last}>
              {total.label}
            </th>
            <td style={{ ...last, ...right }}>{total.amount}</td>
          </tr>
        </tbody>
      </table>
    </>
  );
}
