import type { ComponentType, ReactElement } from 'react';

/** What the default export of a stories file says about its component. */
export interface StoryMeta {
  title: string;
  component: ComponentType<never>;
}

/** One state of a component, as a component without properties. */
export type Story = () => ReactElement;

/** A stories file as a module: the meta data and its named states. */
export type StoryModule = { default: StoryMeta } & Record<string, Story | StoryMeta>;
