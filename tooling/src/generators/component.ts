import { type Change, edit, UsageError } from './change.ts';
import { namesOf } from './names.ts';
import { filesOf } from './templates.ts';

const folder = 'packages/ui/src';

/**
 * A component of the design system with its styles and story: `npm run new component label price-tag`.
 * @param group folder in packages/ui/src
 * @throws UsageError when the component exists
 */
export function componentChanges(group: string | undefined, componentName: string | undefined): Change[] {
  const { kebab: kind } = namesOf(group, "component's folder");
  const component = namesOf(componentName, 'component');
  return [
    ...filesOf('component', `${folder}/${kind}`, { component }),
    edit(`${folder}/index.ts`, (text) => {
      if (new RegExp(`\\b${component.pascal}\\b`).test(text))
        throw new UsageError(`${component.pascal} is there already; nothing was written.`);
      return `${text}export { ${component.pascal}, type ${component.pascal}Props } from './${kind}/${component.kebab}.tsx';\n`;
    }),
    edit(`${folder}/ui.stories.tsx`, (text) =>
      text
        .replace("\n} from './index.ts';", `\n  ${component.pascal},\n} from './index.ts';`)
        .replace(
          /\n\};\n$/,
          `\n  ${component.pascal}: {\n    Plain: () => <${component.pascal}>${component.words}</${component.pascal}>,\n  },\n};\n`,
        ),
    ),
  ];
}
