/**
 * Calls back after the current frame is painted; in a hidden window, which paints no frames, by a timer.
 * Returns a function that cancels it.
 */
export function afterFrame(work: () => void): () => void {
  let frame: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const schedule = () => {
    timer = setTimeout(work);
  };
  if (document.hidden) schedule();
  else frame = requestAnimationFrame(schedule);
  return () => {
    if (frame !== undefined) cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
