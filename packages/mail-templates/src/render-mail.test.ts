import { paymentMethods } from '@kinmel/contracts/browser';
import { renderToStaticMarkup } from 'react-dom/server';
import { amount } from './format/amount.ts';
import { moment } from './format/moment.ts';
import { type MailData, type MailName, mailTemplates } from './mail-templates.ts';
import { renderMail } from './render-mail.tsx';
import { sampleSettings } from './sample-data.ts';
import { mailStories } from './stories.tsx';

const names = Object.keys(mailTemplates) as MailName[];
const render = (name: MailName) => renderMail(name, mailTemplates[name].sample, sampleSettings);

describe.each(names)('the mail %s', (name) => {
  const mail = render(name);

  it('is a document with a language, a title and a preview line', () => {
    expect(mail.html).toMatch(/^<!doctype html><html lang="en" dir="ltr">/);
    expect(mail.html).toContain(`<title>${mail.subject}</title>`);
    expect(mail.html).toMatch(/class="preheader"[^>]*>\w[^<]{10,}/);
    expect(mail.html.match(/<h1/g)).toHaveLength(1);
  });

  it('has no pictures, scripts or external resources', () => {
    expect(mail.html).not.toMatch(/<(img|script|link|iframe|svg|form|input)\b|url\(|@import|src=/i);
  });

  it('links only to the shop and its mailbox', () => {
    const addresses = [...mail.html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href ?? '');
    expect(addresses.length).toBeGreaterThan(1);
    for (const address of addresses) {
      expect(address).toMatch(/^(https:\/\/shop\.kinmel\.example\/|mailto:hello@kinmel\.example$)/);
    }
  });

  it('names the address and contacts of the shop (INFO-01 to INFO-03)', () => {
    const { address, email, phone } = sampleSettings.contact;
    const text = mail.text.replaceAll(/\s+/g, ' ');
    for (const part of [address, email, phone]) {
      expect(mail.html).toContain(part);
      expect(text).toContain(part);
    }
  });

  it('has the same content as plain text, with full URLs and no markup', () => {
    expect(mail.text).not.toMatch(/<\/?[a-z]|&[a-z]+;|\u00a0|\u200c|undefined|\[object/);
    const links = [...mail.html.matchAll(/href="(https:[^"]*)"/g)]
      .map(([, href]) => (href ?? '').replaceAll('&amp;', '&'))
      .filter((href) => href !== 'https://shop.kinmel.example/' || name === 'welcome');
    for (const link of links) expect(mail.text.split(/\s/)).toContain(link);
    expect(mail.text).toContain('hello@kinmel.example');
  });

  it('has text lines of at most 78 characters, except URLs', () => {
    const long = mail.text.split('\n').filter((line) => line.length > 78 && !line.includes('https://'));
    expect(long).toEqual([]);
  });

  it('has no names, secrets or amounts in its subject', () => {
    expect(mail.subject).not.toMatch(/Asha|NPR|token|Zk3s|@/);
    expect(mail.subject.length).toBeLessThanOrEqual(60);
  });
});

describe('the content of a mail', () => {
  it('leaves out bidirectional control characters of typed text', () => {
    const subject = 'Pixel \u202E9\u202C \u2066Pro\u2069';
    const data = { ...mailTemplates['sell-request-received'].sample, subject };
    const mail = renderMail('sell-request-received', data, sampleSettings);
    for (const part of [mail.subject, mail.html, mail.text])
      expect(part).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/);
    expect(mail.html).toContain('Pixel 9 Pro');
  });

  it('escapes typed text', () => {
    const { html } = renderMail(
      'order-status-changed',
      { ...mailTemplates['order-status-changed'].sample, note: '<a href="https://evil.example">win</a>' },
      sampleSettings,
    );
    expect(html).not.toContain('<a href="https://evil.example"');
    expect(html).toContain('&lt;a href=');
  });

  it('keeps typed text that looks like markup in the plain text', () => {
    const note = 'The case size="L" style="flip" is <b title="x">here</b> &quot;now&quot;.';
    const { text } = renderMail(
      'order-status-changed',
      { ...mailTemplates['order-status-changed'].sample, note },
      sampleSettings,
    );
    expect(text.replaceAll(/\s+/g, ' ')).toContain(note);
  });

  it.each([
    [9_150_000, 'NPR 91,500'],
    [249_950, 'NPR 2,499.50'],
    [0, 'NPR 0'],
    [100_000_000_000, 'NPR 1,000,000,000'],
  ])('shows %d minor units as %s', (minor, text) => {
    expect(amount(minor).replace('\u00a0', ' ')).toBe(text);
  });

  it('shows times in the time zone of the shop, with the zone', () => {
    expect(moment('2026-11-21T18:20:00.000Z', 'Asia/Kathmandu')).toBe('22 November 2026, 00:05 (GMT+5:45)');
    expect(moment('2026-11-21T18:20:00.000Z', 'Europe/Zurich')).toBe('21 November 2026, 19:20 (CET)');
  });

  const textOf = <Name extends MailName>(name: Name, changes: Partial<MailData<Name>>) =>
    renderMail(name, { ...mailTemplates[name].sample, ...changes }, sampleSettings).text.replaceAll(
      /\s+/g,
      ' ',
    );

  it("never shows a customer's note as a note from the shop", () => {
    const renderedFor = (reason: 'customer' | 'admin') =>
      renderMail(
        'order-cancelled',
        { ...mailTemplates['order-cancelled'].sample, reason, note: 'Call 9800000000 at once.' },
        sampleSettings,
      );
    expect(renderedFor('customer').html).not.toContain('9800000000');
    expect(renderedFor('customer').text).not.toContain('9800000000');
    expect(renderedFor('admin').text).toContain('Call 9800000000 at once.');
  });

  it.each([
    ['none', 'We have received none. What still comes in goes back to you.'],
    ['goes-back', 'Goes back the way it came. We write again when it is on its way.'],
    ['by-hand', 'We hand back what you paid, and get in touch with you about it.'],
    ['already-back', 'What you paid was given back already.'],
  ] as const)('states what happens to the money of a cancelled order: %s', (money, expectedText) => {
    const { text } = renderMail(
      'order-cancelled',
      { ...mailTemplates['order-cancelled'].sample, money },
      sampleSettings,
    );
    const moneyText = /Money: (.*?)(?= Note| See your order)/.exec(text.replaceAll(/\s+/g, ' '))?.[1];
    expect(moneyText).toBe(expectedText);
    // A wallet may have paid an order that has expired.
    expect(text).not.toMatch(/Nothing was charged|card/);
  });

  it('says that nothing was paid only for an order with cash on delivery', () => {
    const textFor = (paymentMethod: 'cash_on_delivery' | 'esewa') =>
      textOf('order-cancelled', { money: 'none', paymentMethod });
    expect(textFor('cash_on_delivery')).toContain('Money: Nothing was paid.');
    expect(textFor('esewa')).toContain('What still comes in goes back to you.');
  });

  it.each([
    'sell-request-status-changed',
    'repair-booking-moved',
    'repair-booking-cancelled',
    'phone-order-cancelled',
  ] as const)("shows no customer's note in the mail %s", (name) => {
    const renderedFor = (by: 'customer' | 'admin') =>
      renderMail(
        name,
        { ...mailTemplates[name].sample, by, note: 'Call 9800000000 at once.' },
        sampleSettings,
      );
    expect(renderedFor('customer').html).not.toContain('9800000000');
    expect(renderedFor('admin').html).toContain('9800000000');
  });

  it('links each mail about a request to its tracking page', () => {
    const { token } = mailTemplates['sell-request-received'].sample;
    const requestMails = names.filter((name) => /^(sell-request|repair-booking|phone-order)-/.test(name));
    expect(requestMails).toHaveLength(13);
    for (const name of requestMails) {
      expect(render(name).text).toContain(`\nhttps://shop.kinmel.example/request-links/${token}\n`);
    }
  });

  it('names the price of a quote in dollars, its last day and how to accept it (CONF-01)', () => {
    const text = render('sell-request-quoted').text.replaceAll(/\s+/g, ' ');
    expect(text).toContain('We offer: $320.50');
    expect(text).toContain('Good until: 28 November 2026, 14:57 (GMT+5:45)');
    expect(text).toContain('open the link below and choose Accept');
  });

  it('shows the agreed sum for a phone when the quote is accepted, not when the request is completed', () => {
    const textWith = (changes: object) => textOf('sell-request-status-changed', changes);
    expect(textWith({})).toContain('Agreed: NPR 43,267.50');
    expect(textWith({ agreedInMinorUnits: undefined })).not.toContain('NPR');
    const settled = textWith({ status: 'completed', by: 'shop', payBy: 'cash', isSettled: true });
    expect(settled).toContain('We write again when you are paid.');
    expect(settled).toContain('How: In cash');
    expect(settled).not.toContain('NPR');
  });

  it.each([
    [false, /closed your request without a payment\. Why, you read below\./],
    [true, /without a payment\. Why, you read below\. We send your phone back to you\./],
  ])(
    'says that the shop closed a request without payment (phone in the shop: %s)',
    (isPhoneInShop, expectedText) => {
      const changes = {
        status: 'completed',
        by: 'admin',
        payBy: 'cash',
        isSettled: false,
        isPhoneInShop,
      } as const;
      const text = textOf('sell-request-status-changed', changes);
      expect(text).toMatch(expectedText);
      expect(text).not.toMatch(/NPR|In cash|you are paid/);
    },
  );

  it.each(['credit', 'payment'] as const)(
    'announces the refund of a settled return to %s as not done yet',
    (refundTo) => {
      const text = textOf('return-settled', { refundTo });
      expect(text).toContain('You get a mail when it is done.');
      expect(text).not.toMatch(/bank|on its way|comes back/);
    },
  );

  it('mentions a delay only when money was refunded to a payment method', () => {
    expect(textOf('order-refunded', {})).toContain('It may take some days until you see it.');
    expect(textOf('order-refunded', { paymentMethod: 'card' })).toContain('Your bank may need some days');
    expect(textOf('order-refunded', { paymentMethod: 'khalti' })).not.toContain('bank');
    expect(textOf('order-refunded', { isByHand: true })).not.toMatch(/bank|some days/i);
    const asCredit = textOf('order-refunded', { amountInMinorUnits: 0, creditInMinorUnits: 500 });
    expect(asCredit).toContain('Your refund is credit in our shop.');
    expect(asCredit).not.toMatch(/bank|some days/i);
  });

  it('shows order lines that add up to the total', () => {
    const { text } = render('order-placed');
    expect(text).toMatch(/iPhone 13 Pro\s+NPR 91,500/);
    expect(text).toContain('256 GB, Sierra Blue · 1 × NPR 91,500');
    expect(text).toMatch(/2 × NPR 2,499\.50/);
    expect(text).toMatch(/Shipping\s+Free/);
    expect(text).toMatch(/Total\s+NPR 104,218\.92/);
    expect(text).toMatch(/Tax \(8%\)\s+NPR 7,719\.92/);
    expect(text).toContain(paymentMethods.cash_on_delivery.label);
    expect(text).toContain('Jhamsikhel 12');
  });

  it('rejects data that the template cannot be rendered with', () => {
    expect(() => renderMail('order-placed', { orderNumber: 'KM-1' }, sampleSettings)).toThrow(TypeError);
    expect(() => renderMail('toString', {}, sampleSettings)).toThrow('There is no mail "toString".');
  });
});

describe('the stories', () => {
  const rendered = Object.entries(mailStories.Mail).map(
    ([name, Story]) => [name, renderToStaticMarkup(Story())] as const,
  );

  it('show every mail', () => {
    const shown = rendered.map(([, markup]) => /title="([^"]+)"/.exec(markup)?.[1]);
    expect(names.filter((name) => !shown.includes(name))).toEqual([]);
  });

  it.each(rendered)('%s is a whole mail in a frame', (_name, markup) => {
    expect(markup).toMatch(/^<iframe title="[a-z-]+" srcDoc="&lt;!doctype html&gt;&lt;html lang=/);
  });
});
