import type { MailSettings } from './mail-settings.ts';
import type { MailData, MailName } from './mail-templates.ts';
import samples from './samples.json' with { type: 'json' };

export const sampleSettings: MailSettings = samples.settings;

/** Data of each mail for its preview and tests, and what further previews change of it. */
export const sampleMails: Readonly<
  Record<MailName, { readonly sample: object; readonly variants?: Readonly<Record<string, object>> }>
> = samples.mails;

export const sampleOf = <Name extends MailName>(name: Name) =>
  sampleMails[name].sample as MailData<Name> & object;
