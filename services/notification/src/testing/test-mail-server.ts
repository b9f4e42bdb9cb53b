import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail as its reader gets it. */
export interface ReceivedMail {
  readonly to: readonly string[];
  readonly from: string;
  readonly subject: string;
  readonly messageId: string;
  readonly html: string;
  readonly text: string;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** What came with it for the reader's calendar; empty when nothing did. */
  readonly calendar: string;
}

/** A real mail server in this process that can be away and can refuse. */
export interface TestMailServer {
  readonly url: string;
  readonly received: ReceivedMail[];
  /** How many connections were opened so far, and how many are open now. */
  readonly connections: { opened: number; open: number };
  /** Addresses that it refuses for ever (550), and for now (451). */
  readonly refused: { for: Set<string>; now: Set<string> };
  /** The reply with which it takes nothing from our sender, whomever it is for; undefined when it does. */
  senderRefusal: number | undefined;
  /** Takes whole mails and answers nothing, until `release`; says how many it holds. */
  hold(): { readonly count: () => number; release(): void };
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
}

export async function startTestMailServer(): Promise<TestMailServer> {
  const received: ReceivedMail[] = [];
  const connections = { opened: 0, open: 0 };
  const refused = { for: new Set<string>(), now: new Set<string>() };
  let held: (() => void)[] | undefined;
  let senderRefusal: number | undefined;
  let server: SMTPServer | undefined;
  let port = 0;

  async function listen(): Promise<void> {
    const next = new SMTPServer({
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
        if (refused.for.has(address)) return answer(refusal(550, `<${address}> is nobody here`));
        if (refused.now.has(address)) return answer(refusal(451, `<${address}> later please`));
        answer();
      },
      onData(stream, session, answer) {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        void buffer(stream)
          .then((source) => readMail(source, to))
          .then((mail) => {
            const take = () => {
              received.push(mail);
              answer();
            };
            if (held === undefined) take();
            else held.push(take);
          }, answer);
      },
    });
    // A client that goes in the middle is not this server's trouble.
    next.on('error', () => undefined);
    await new Promise<void>((resolve) => {
      next.listen(port, '127.0.0.1', resolve);
    });
    port = (next.server.address() as AddressInfo).port;
    server = next;
  }

  await listen();
  return {
    get url() {
      return `smtp://127.0.0.1:${port}`;
    },
    received,
    connections,
    refused,
    get senderRefusal() {
      return senderRefusal;
    },
    set senderRefusal(code) {
      senderRefusal = code;
    },
    hold() {
      const waiting: (() => void)[] = [];
      held = waiting;
      return {
        count: () => waiting.length,
        release() {
          held = undefined;
          for (const take of waiting) take();
        },
      };
    },
    async goAway() {
      const leaving = server;
      server = undefined;
      if (leaving !== undefined) await new Promise<void>((resolve) => leaving.close(resolve));
    },
    comeBack: listen,
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
