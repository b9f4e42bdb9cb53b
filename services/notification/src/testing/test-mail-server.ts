import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A received mail. */
export interface ReceivedMail {
  readonly to: readonly string[];
  readonly from: string;
  readonly subject: string;
  readonly messageId: string;
  readonly html: string;
  readonly text: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** The calendar attachment; empty without one. */
  readonly calendar: string;
}

/** A real mail server in this process that can be stopped and can refuse mails. */
export async function startTestMailServer() {
  const received: ReceivedMail[] = [];
  /** The number of connections opened so far, and of open ones. */
  const connections = { opened: 0, open: 0 };
  /** Addresses that are refused permanently (550) and temporarily (451). */
  const refused = { permanently: new Set<string>(), temporarily: new Set<string>() };
  let heldMails: (() => void)[] | undefined;
  let senderRefusal: number | undefined;
  let server: SMTPServer | undefined;
  let port = 0;

  async function listen(): Promise<void> {
    const newServer = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      onConnect(_session, answer) {
        connections.opened += 1;
        connections.open += 1;
        answer();
      },
      onClose() {
        connections.open -= 1;
      },
      onMailFrom(_address, _session, answer) {
        if (senderRefusal !== undefined) return answer(refusal(senderRefusal, 'not from you'));
        answer();
      },
      onRcptTo({ address }, _session, answer) {
        if (refused.permanently.has(address)) return answer(refusal(550, `<${address}> is nobody here`));
        if (refused.temporarily.has(address)) return answer(refusal(451, `<${address}> later please`));
        answer();
      },
      onData(stream, session, answer) {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        void buffer(stream)
          .then((source) => readMail(source, to))
          .then((mail) => {
            const accept = () => {
              received.push(mail);
              answer();
            };
            if (heldMails === undefined) accept();
            else heldMails.push(accept);
          }, answer);
      },
    });
    // Clients may disconnect at any time.
    newServer.on('error', () => undefined);
    await new Promise<void>((resolve) => {
      newServer.listen(port, '127.0.0.1', resolve);
    });
    port = (newServer.server.address() as AddressInfo).port;
    server = newServer;
  }

  await listen();
  return {
    get url() {
      return `smtp://127.0.0.1:${port}`;
    },
    received,
    connections,
    refused,
    /** The reply code that refuses the shop's sender; undefined to accept it. */
    get senderRefusal(): number | undefined {
      return senderRefusal;
    },
    set senderRefusal(code) {
      senderRefusal = code;
    },
    /** Receives whole mails, but does not answer until `release`. */
    hold() {
      const waiting: (() => void)[] = [];
      heldMails = waiting;
      return {
        count: () => waiting.length,
        release() {
          heldMails = undefined;
          for (const accept of waiting) accept();
        },
      };
    },
    async stop() {
      const closingServer = server;
      server = undefined;
      if (closingServer !== undefined) await new Promise<void>((resolve) => closingServer.close(resolve));
    },
    start: listen,
  };
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

async function readMail(source: Buffer, to: string[]): Promise<ReceivedMail> {
  const mail = await PostalMime.parse(source, { attachmentEncoding: 'utf8' });
  const calendar = mail.attachments.find(({ mimeType }) => mimeType === 'text/calendar')?.content;
  return {
    to,
    from: `${mail.from?.name} <${mail.from?.address}>`,
    subject: mail.subject ?? '',
    messageId: mail.messageId ?? '',
    html: mail.html ?? '',
    text: mail.text ?? '',
    headers: Object.fromEntries(mail.headers.map(({ key, value }) => [key, value])),
    calendar: typeof calendar === 'string' ? calendar : '',
  };
}
