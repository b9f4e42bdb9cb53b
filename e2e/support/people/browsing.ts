const paths = ['/', '/products', '/api/products', '/api/special-offers', '/api/policy', '/health/live'];

/** Two visitors request public pages and API responses during `work`; resolves with the failures. */
export async function failuresOfBrowsing(shopUrl: string, work: () => Promise<void>): Promise<string[]> {
  const failures: string[] = [];
  let isStopped = false;
  const browse = async () => {
    for (let turn = 0; !isStopped; turn += 1) {
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
    isStopped = true;
    await visits;
  }
  return failures;
}
