import type { EventDefinition, EventOf } from '@kinmel/contracts';
import type { ReactNode } from 'react';
import type { CalendarFile } from './format/calendar-file.ts';
import type { MailSettings } from './mail-settings.ts';

/** Kinds of mail, by priority of sending. */
export const mailKinds = ['reset', 'confirmation', 'order', 'service', 'news'] as const;

/** The fields of an event's data that the mail shows unchanged. */
export type FieldsOf<Event extends EventDefinition, Name extends keyof EventOf<Event>['data']> = Pick<
  EventOf<Event>['data'],
  Name
>;

/** One kind of mail. `Data` is plain JSON, stored until the mail is sent. */
export interface MailTemplate<Data> {
  readonly kind: (typeof mailKinds)[number];
  /** Data for the preview and for tests. */
  readonly sample: Data;
  /** Further previews by name, each as differences from the sample. */
  readonly variants?: Readonly<Record<string, Partial<Data>>>;
  /** Without secrets and names: subjects are stored, and shown on lock screens. */
  readonly subject: (data: Data) => string;
  /** Shown beside the subject in an inbox; adds to the subject. */
  readonly preheader: (data: Data, settings: MailSettings) => string;
  readonly body: (data: Data, settings: MailSettings) => ReactNode;
  /** Shown above the shop's address, for example how to unsubscribe. */
  readonly footer?: (data: Data, settings: MailSettings) => ReactNode;
  /** An attached calendar entry. */
  readonly calendar?: (data: Data, settings: MailSettings) => CalendarFile;
}

/** Infers the type of the data. */
export function defineMail<Data>(template: MailTemplate<Data>): MailTemplate<Data> {
  return template;
}
