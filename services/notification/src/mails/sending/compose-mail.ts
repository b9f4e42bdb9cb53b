import MimeNode from 'nodemailer/lib/mime-node';
import { encode, wrap } from 'nodemailer/lib/qp';
import type { DrawnMail } from './draw-mail.ts';

export interface MailToCompose extends DrawnMail {
  readonly messageId: string;
  /** `Name <address@domain>`. */
  readonly from: string;
  /** One address, whatever is in it. */
  readonly to: string;
}

/**
 * The message as it goes over the wire (RFC 5322): the text and the HTML as alternatives. In one piece: passing its parts
 * through streams, as nodemailer does by itself, costs more than everything that is made here.
 */
export function composeMail({ messageId, from, to, subject, html, text, headers }: MailToCompose): Buffer {
  const message = new MimeNode('multipart/alternative');
  message.setHeader({
    From: from,
    To: { name: '', address: to },
    Subject: subject,
    'Message-ID': messageId,
    ...headers,
    'Auto-Submitted': 'auto-generated',
  });
  const head = message.buildHeaders();
  const between = `--${message.boundary}`;
  return Buffer.from(
    [
      head,
      '',
      between,
      part('text/plain', text),
      between,
      // The last alternative is the one that mail programs prefer.
      part('text/html', html),
      `${between}--`,
      '',
    ].join('\r\n'),
  );
}

function part(type: string, content: string): string {
  return [
    `Content-Type: ${type}; charset=utf-8`,
    'Content-Transfer-Encoding: quoted-printable',
    '',
    wrap(encode(content.replaceAll('\n', '\r\n'))),
  ].join('\r\n');
}
