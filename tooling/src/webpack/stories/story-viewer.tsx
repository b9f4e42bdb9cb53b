import type { stories } from '@kinmel/ui/stories';
import classes from './story-viewer.module.css';

/** All states of all components of the design system on one page. */
export function StoryViewer({ stories: storiesByComponent }: { stories: typeof stories }) {
  return (
    <div className={classes.viewer}>
      <nav className={classes.list} aria-label="Components">
        <ul>
          {Object.keys(storiesByComponent).map((title) => (
            <li key={title}>
              <a href={`#${title}`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
      <main>
        {Object.entries(storiesByComponent).map(([title, states]) => (
          <section key={title} id={title} className={classes.component}>
            <h1>{title}</h1>
            {Object.entries(states).map(([name, Story]) => (
              <div key={name} className={classes.state}>
                <h2 className={classes.name}>{name}</h2>
                <Story />
              </div>
            ))}
          </section>
        ))}
      </main>
    </div>
  );
}
