import { storyModules } from '@kinmel/ui/stories';
import classes from './story-viewer.module.css';

type StoryModule = (typeof storyModules)[number];

/** All states of all components of the design system on one page. */
export function StoryViewer({ modules }: { modules: readonly StoryModule[] }) {
  return (
    <div className={classes.viewer}>
      <nav className={classes.list} aria-label="Components">
        <ul>
          {modules.map(({ default: { title } }) => (
            <li key={title}>
              <a href={`#${title}`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
      <main>
        {modules.map((module) => (
          <section key={module.default.title} id={module.default.title} className={classes.component}>
            <h1>{module.default.title}</h1>
            {Object.entries(module).map(([name, Story]) =>
              typeof Story === 'function' ? (
                <div key={name} className={classes.state}>
                  <h2 className={classes.name}>{name}</h2>
                  <Story />
                </div>
              ) : null,
            )}
          </section>
        ))}
      </main>
    </div>
  );
}
