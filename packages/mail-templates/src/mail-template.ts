import type { ReactNode } from 'react';
import type { CalendarFile } from './format/calendar-file.ts';
import type { MailSettings } from './mail-settings.ts';

/** What mails are about, the most urgent first: a kind leaves before those behind it. */
export const mailKinds = ['reset', 'confirmation', 'order', 'service', 'news'] as const;

/** One kind of mail. `Data` is plain JSON: it waits in a database until the mail is sent. */
export interface MailTemplate<Data> {
  readonly kind: (typeof mailKinds)[number];
  /** What it is drawn with in its preview and in tests. */
  readonly sample: Data;
  /** More previews by their names: what differs from the sample. */
  readonly variants?: Readonly<Record<string, Partial<Data>>>;
  /** Holds no secret and no name: subjects are kept, and shown on locked screens. */
  readonly subject: (data: Data) => string;
  /** The line that an inbox shows beside the subject; it says what the subject does not. */
  readonly preheader: (data: Data, settings: MailSettings) => string;
  readonly body: (data: Data, settings: MailSettings) => ReactNode;
  /** What stands above the shop's address, for example how to end a subscription. */
  readonly footer?: (data: Data, settings: MailSettings) => ReactNode;
  /** What goes with it for the reader's calendar. */
  readonly calendar?: (data: Data, settings: MailSettings) => CalendarFile;
}

/** Keeps the type of the data, so that whoever asks for the mail must bring all of it. */
export function defineMail<Data>(template: MailTemplate<Data>): MailTemplate<Data> {
  return template;
}
