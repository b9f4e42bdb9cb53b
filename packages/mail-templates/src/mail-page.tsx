import { MailFrame } from './layout/mail-frame.tsx';
import type { MailSettings } from './mail-settings.ts';
import type { MailTemplate } from './mail-template.ts';

/** A whole mail as an HTML document. */
export function MailPage<Data>({
  template,
  data,
  settings,
}: {
  template: MailTemplate<Data>;
  data: Data;
  settings: MailSettings;
}) {
  return (
    <MailFrame
      title={template.subject(data)}
      preheader={template.preheader(data, settings)}
      settings={settings}
      footer={template.footer?.(data, settings)}
    >
      {template.body(data, settings)}
    </MailFrame>
  );
}
