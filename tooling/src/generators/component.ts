import { type Change, UsageError } from './change.ts';
import { namesOf } from './names.ts';
import { filesOf } from './templates.ts';

const folder = 'packages/ui/src';

/**
 * One more component of the design system with its styles and its story: `npm run new component label price-tag`.
 * @param group the folder of its kind, as `button` or `label`
 * @throws UsageError when the component is there already
 */
export function componentChanges(group: string | undefined, componentName: string | undefined): Change[] {
  const { kebab: kind } = namesOf(group, "component's folder");
  const component = namesOf(componentName, 'component');
  const stories = `${component.camel}Stories`;
  return [
    ...filesOf('component', `${folder}/${kind}`, { component }),
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
