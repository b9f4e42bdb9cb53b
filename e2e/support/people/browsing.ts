const paths = ['/', '/products', '/api/products', '/api/special-offers', '/api/policy', '/health/live'];

/** Two visitors read public pages and answers during `work`; resolves with what failed. */
export async function failuresOfBrowsing(shopUrl: string, work: () => Promise<void>): Promise<string[]> {
  const failures: string[] = [];
  let isOver = false;
  const browse = async () => {
    for (let turn = 0; !isOver; turn += 1) {
      const path = paths[turn % paths.length] ?? '/';
      const answer = await fetch(`${shopUrl}${path}`).catch(String);
      if (typeof answer === 'string') failures.push(`${path}: ${answer}`);
      else if ((await answer.text()) === '' || !answer.ok) failures.push(`${path}: ${answer.status}`);
    }
  };
  const visits = Promise.all([browse(), browse()]);
  try {
    await work();
  } finally {
    isOver = true;
    await visits;
  }
  return failures;
}
