/**
 * Calls back when the frame that is being made now is on the screen; at once, but not before the caller is done, in a
 * window that nobody sees, where no frames are made. Returns the function that calls it off.
 */
export function afterFrame(work: () => void): () => void {
  let frame: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = () => {
    timer = setTimeout(work);
  };
  if (document.hidden) later();
  else frame = requestAnimationFrame(later);
  return () => {
    if (frame !== undefined) cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
