import type { ReactNode } from 'react';
import type { MailSettings } from '../mail-settings.ts';
import { look, smallText } from './look.ts';
import { plainTable } from './parts.tsx';

/** Less padding on phones; programs that drop the styles still show everything. */
const narrowStyles = `
@media (max-width: 480px) {
  .outside { padding: 0 !important; }
  .inside { padding: 24px 20px 8px !important; border-radius: 0 !important; }
  .below { padding: 24px 20px !important; }
}`;

/**
 * The frame of every mail: 600 px wide, full width on a phone, no external resources. `preheader` is shown beside the
 * subject in an inbox.
 */
export function MailFrame({
  title,
  preheader,
  settings,
  footer,
  children,
}: {
  title: string;
  preheader: string;
  settings: MailSettings;
  footer?: ReactNode;
  children: ReactNode;
}) {
  return (
    <html lang="en" dir="ltr">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <meta name="supported-color-schemes" content="light" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <meta name="x-apple-disable-message-reformatting" />
        <title>{title}</title>
        <style>{narrowStyles}</style>
      </head>
      <body
        style={{
          margin: 0,
          padding: 0,
          backgroundColor: look.mist,
          color: look.ink,
          fontFamily: look.font,
          fontSize: 16,
          lineHeight: '26px',
          WebkitTextSizeAdjust: '100%',
        }}
      >
        <div
          className="preheader"
          style={{
            display: 'none',
            overflow: 'hidden',
            lineHeight: '1px',
            maxHeight: 0,
            maxWidth: 0,
            opacity: 0,
          }}
        >
          {preheader}
          {/* Fills the rest of the inbox preview, which would otherwise continue with the body. */}
          {'\u00a0\u200c'.repeat(80)}
        </div>
        <table {...plainTable} width="100%" style={{ backgroundColor: look.mist }}>
          <tbody>
            <tr>
              <td className="outside" align="center" style={{ padding: '32px 16px' }}>
                <table {...plainTable} width="600" style={{ width: '100%', maxWidth: 600 }}>
                  <tbody>
                    <tr>
                      <td
                        className="inside"
                        style={{ backgroundColor: look.paper, borderRadius: 20, padding: '40px 40px 24px' }}
                      >
                        <Wordmark shopUrl={settings.shopUrl} />
                        {children}
                      </td>
                    </tr>
                    <tr>
                      <td className="below" style={{ padding: '24px 40px', ...smallText }}>
                        {footer}
                        <p style={{ margin: 0 }}>
                          Kinmel, {settings.contact.address}
                          <br />
                          <a href={`mailto:${settings.contact.email}`} style={{ color: look.inkSoft }}>
                            {settings.contact.email}
                          </a>
                          , {settings.contact.phone}
                        </p>
                      </td>
                    </tr>
                  </tbody>
                </table>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  );
}

/** Text, because most programs block pictures. */
function Wordmark({ shopUrl }: { shopUrl: string }) {
  return (
    <p style={{ margin: '0 0 32px', fontSize: 25, lineHeight: '28px' }}>
      <a
        className="wordmark"
        href={`${shopUrl}/`}
        style={{ color: look.pine, textDecoration: 'none', fontWeight: 700, letterSpacing: '-0.045em' }}
      >
        Kinmel
      </a>
    </p>
  );
}
