import { type Change, UsageError } from './change.ts';
import { namesOf } from './names.ts';

const folder = 'packages/ui/src';

/**
 * One more component of the design system with its styles and its story: `npm run new component label price-tag`.
 * @param group the folder of its kind, as `button` or `label`
 * @throws UsageError when the component is there already
 */
export function componentChanges(group: string | undefined, componentName: string | undefined): Change[] {
  const { kebab: kind } = namesOf(group, "component's folder");
  const component = namesOf(componentName, 'component');
  const path = `${folder}/${kind}/${component.kebab}`;
  const stories = `${component.camel}Stories`;
  return [
    {
      kind: 'create',
      path: `${path}.tsx`,
      text: `import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import classes from './${component.kebab}.module.css';

export interface ${component.pascal}Props {
  children: ReactNode;
  className?: string | undefined;
}

/** ${component.words}. */
export function ${component.pascal}({ children, className }: ${component.pascal}Props) {
  return <div className={classNames(classes.${component.camel}, className)}>{children}</div>;
}
`,
    },
    {
      kind: 'create',
      path: `${path}.module.css`,
      text: `@layer ui {
  .${component.camel} {
    color: var(--ink);
  }
}
`,
    },
    {
      kind: 'create',
      path: `${path}.stories.tsx`,
      text: `import type { StoryMeta } from '../story.ts';
import { ${component.pascal} } from './${component.kebab}.tsx';

export default { title: '${component.pascal}', component: ${component.pascal} } satisfies StoryMeta;

export const Plain = () => <${component.pascal}>${component.words}</${component.pascal}>;
`,
    },
    {
      kind: 'edit',
      path: `${folder}/index.ts`,
      edit: (text) => {
        if (new RegExp(`\\b${component.pascal}\\b`).test(text))
          throw new UsageError(`${component.pascal} is there already; nothing was written.`);
        return `${text}export { ${component.pascal}, type ${component.pascal}Props } from './${kind}/${component.kebab}.tsx';\n`;
      },
    },
    {
      kind: 'edit',
      path: `${folder}/stories.ts`,
      edit: (text) =>
        `import * as ${stories} from './${kind}/${component.kebab}.stories.tsx';\n${text.replace(
          /\n\];\n$/,
          `\n  ${stories},\n];\n`,
        )}`,
    },
  ];
}
