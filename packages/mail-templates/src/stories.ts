import * as mailStories from './mails.stories.tsx';

/** The stories of this package, for the story viewer. */
export const mailStoryModules = [mailStories];
