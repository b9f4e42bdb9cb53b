import * as logoStories from './brand/logo.stories.tsx';
import * as markStories from './brand/mark.stories.tsx';
import * as nepaliNameStories from './brand/nepali-name.stories.tsx';
import * as buttonStories from './button/button.stories.tsx';
import * as buttonLinkStories from './button/button-link.stories.tsx';
import * as iconButtonStories from './button/icon-button.stories.tsx';
import * as checkboxStories from './choice/checkbox.stories.tsx';
import * as rangeInputStories from './choice/range-input.stories.tsx';
import * as dialogStories from './dialog/dialog.stories.tsx';
import * as sheetStories from './dialog/sheet.stories.tsx';
import * as fieldStories from './field/field.stories.tsx';
import * as badgeStories from './label/badge.stories.tsx';
import * as chipStories from './label/chip.stories.tsx';
import * as savingFlagStories from './label/saving-flag.stories.tsx';
import * as statusChipStories from './label/status-chip.stories.tsx';
import * as breadcrumbsStories from './layout/breadcrumbs.stories.tsx';
import * as containerStories from './layout/container.stories.tsx';
import * as sectionStories from './layout/section.stories.tsx';
import * as visuallyHiddenStories from './layout/visually-hidden.stories.tsx';
import * as loadingStories from './picture/loading.stories.tsx';
import * as pictureTileStories from './picture/picture-tile.stories.tsx';
import * as skeletonStories from './picture/skeleton.stories.tsx';
import * as priceStories from './price/price.stories.tsx';
import * as quantityStories from './quantity/quantity.stories.tsx';
import * as alertStories from './state/alert.stories.tsx';
import * as emptyStateStories from './state/empty-state.stories.tsx';
import * as errorStateStories from './state/error-state.stories.tsx';
import * as needsScriptStories from './state/needs-script.stories.tsx';
import * as unavailablePlaceStories from './state/unavailable-place.stories.tsx';
import type { StoryModule } from './story.ts';
import * as tabsStories from './tabs/tabs.stories.tsx';
import * as toastStories from './toast/toast.stories.tsx';
import * as toastStackStories from './toast/toast-stack.stories.tsx';

/** Every stories file of the design system, for the viewer and for the tests that render them all. */
export const storyModules: readonly StoryModule[] = [
  logoStories,
  markStories,
  nepaliNameStories,
  buttonLinkStories,
  buttonStories,
  iconButtonStories,
  checkboxStories,
  rangeInputStories,
  dialogStories,
  sheetStories,
  fieldStories,
  badgeStories,
  chipStories,
  savingFlagStories,
  statusChipStories,
  breadcrumbsStories,
  containerStories,
  sectionStories,
  visuallyHiddenStories,
  loadingStories,
  pictureTileStories,
  skeletonStories,
  priceStories,
  quantityStories,
  alertStories,
  emptyStateStories,
  errorStateStories,
  needsScriptStories,
  unavailablePlaceStories,
  tabsStories,
  toastStackStories,
  toastStories,
];
