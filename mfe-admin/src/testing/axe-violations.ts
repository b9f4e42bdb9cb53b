import axe from 'axe-core';

/** The violations on the page. The test harness adds a second main element. */
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
