import type { ReactElement } from 'react';
import { type MailName, mailTemplates } from './mail-templates.ts';
import { renderMail } from './render-mail.tsx';
import { sampleSettings } from './sample-data.ts';

/** One mail in a frame, isolated from the styles of the page. */
const preview = (name: string, data: object) => () => (
  <iframe
    title={name}
    srcDoc={renderMail(name, data, sampleSettings).html}
    style={{ border: 0, width: '100%', maxWidth: 700, height: 1100 }}
  />
);

const previewsOf = (name: MailName): [string, () => ReactElement][] => {
  const { sample, variants = {} } = mailTemplates[name];
  return [
    [name, preview(name, sample)],
    ...Object.entries(variants).map(([variant, changes]): [string, () => ReactElement] => [
      variant,
      preview(name, { ...sample, ...changes }),
    ]),
  ];
};

/** Stories of every mail and its variants. */
export const mailStories = {
  Mail: Object.fromEntries((Object.keys(mailTemplates) as MailName[]).flatMap(previewsOf)),
};
