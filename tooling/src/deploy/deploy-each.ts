/**
 * Runs the step of each part, and retries refused parts while others succeed, because a page may have moved from one
 * remote to another. Returns the parts that stay refused.
 */
export async function deployEach<Part>(
  parts: readonly Part[],
  step: (part: Part) => Promise<void>,
): Promise<{ part: Part; error: unknown }[]> {
  const refused: { part: Part; error: unknown }[] = [];
  for (const part of parts) await step(part).catch((error: unknown) => refused.push({ part, error }));
  if (refused.length === 0 || refused.length === parts.length) return refused;
  return deployEach(
    refused.map(({ part }) => part),
    step,
  );
}
