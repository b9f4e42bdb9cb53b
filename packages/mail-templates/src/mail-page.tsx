import { MailFrame } from './layout/mail-frame.tsx';
import type { MailTemplate } from './mail-template.ts';
import type { Place } from './place.ts';

/** A whole mail as an HTML document, ready to be drawn. */
export function MailPage<Data>({
  template,
  data,
  place,
}: {
  template: MailTemplate<Data>;
  data: Data;
  place: Place;
}) {
  return (
    <MailFrame
      title={template.subject(data)}
      preheader={template.preheader(data, place)}
      place={place}
      footer={template.footer?.(data, place)}
    >
      {template.body(data, place)}
    </MailFrame>
  );
}
