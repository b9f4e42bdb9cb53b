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
 * The message as it goes over the wire (RFC 5322): the text and the HTML as alternatives, and a calendar file beside them. In one
 * piece: passing its parts through streams, as nodemailer does by itself, costs more than everything that is made here.
 */
export function composeMail({
  messageId,
  from,
  to,
  subject,
  html,
  text,
  headers,
  calendar,
}: MailToCompose): Buffer {
  const alternatives = new MimeNode('multipart/alternative');
  const parts = [
    part('text/plain', text),
    // The last alternative is the one that mail programs prefer.
    part('text/html', html),
  ];
  const message = calendar === undefined ? alternatives : new MimeNode('multipart/mixed');
  message.setHeader({
    From: from,
    To: { name: '', address: to },
    Subject: subject,
    'Message-ID': messageId,
    ...headers,
    'Auto-Submitted': 'auto-generated',
  });
  const lines =
    calendar === undefined
      ? multipart(message, message.buildHeaders(), parts)
      : multipart(message, message.buildHeaders(), [
          multipart(
            alternatives,
            `Content-Type: multipart/alternative; boundary="${alternatives.boundary}"`,
            parts,
          ),
          part('text/calendar', calendar.content, [
            `; method=${calendar.method}`,
            'Content-Disposition: attachment; filename="repair.ics"',
          ]),
        ]);
  return Buffer.from(`${lines}\r\n`);
}

const multipart = ({ boundary }: MimeNode, head: string, parts: readonly string[]): string =>
  [head, '', ...parts.flatMap((one) => [`--${boundary}`, one]), `--${boundary}--`].join('\r\n');

function part(type: string, content: string, [parameters = '', ...headers]: readonly string[] = []): string {
  return [
    `Content-Type: ${type}; charset=utf-8${parameters}`,
    ...headers,
    'Content-Transfer-Encoding: quoted-printable',
    '',
    wrap(encode(content.replaceAll(/\r?\n/g, '\r\n'))),
  ].join('\r\n');
}
