export type { CalendarFile } from './format/calendar-file.ts';
export type { MailSettings } from './mail-settings.ts';
export { type MailTemplate, mailKinds } from './mail-template.ts';
export { type MailData, type MailName, mailTemplates } from './mail-templates.ts';
export { type RenderedMail, renderMail } from './render-mail.tsx';
