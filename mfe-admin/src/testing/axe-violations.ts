import axe from 'axe-core';

/** What axe objects to on the page that stands. The harness of the tests has a main of its own around the page's. */
export async function axeViolations() {
  const { violations } = await axe.run(document.body, {
    rules: {
      'landmark-main-is-top-level': { enabled: false },
      'landmark-no-duplicate-main': { enabled: false },
      'landmark-unique': { enabled: false },
    },
  });
  return violations;
}
