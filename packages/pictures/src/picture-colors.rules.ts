const bitsPerChannel = 3;

/**
 * Dominant colour as `#rrggbb`, from raw RGBA pixels: the mean of the fullest of 512 buckets. Transparent pixels are
 * ignored, so that a cut-out gives its own colour.
 */
export function dominantColor(rgba: Uint8Array): string {
  const size = 1 << (bitsPerChannel * 3);
  const [weights, reds, greens, blues] = [0, 0, 0, 0].map(() => new Float64Array(size));
  if (!weights || !reds || !greens || !blues) return '#ffffff';
  const shift = 8 - bitsPerChannel;
  let fullest = 0;
  for (let at = 0; at + 3 < rgba.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = rgba.subarray(at, at + 4);
    if (alpha < 16) continue;
    const box =
      ((red >> shift) << (bitsPerChannel * 2)) | ((green >> shift) << bitsPerChannel) | (blue >> shift);
    weights[box] = (weights[box] ?? 0) + alpha;
    reds[box] = (reds[box] ?? 0) + red * alpha;
    greens[box] = (greens[box] ?? 0) + green * alpha;
    blues[box] = (blues[box] ?? 0) + blue * alpha;
    if ((weights[box] ?? 0) > (weights[fullest] ?? 0)) fullest = box;
  }
  const weight = weights[fullest] ?? 0;
  if (weight === 0) return '#ffffff';
  const hex = (sums: Float64Array) =>
    Math.round((sums[fullest] ?? 0) / weight)
      .toString(16)
      .padStart(2, '0');
  return `#${hex(reds)}${hex(greens)}${hex(blues)}`;
}

/** True when at least one pixel is transparent. `channels` is 2 (grey) or 4 (colour), alpha last. */
export function hasTransparentPixel(pixels: Uint8Array, channels: number): boolean {
  for (let at = channels - 1; at < pixels.length; at += channels) {
    if ((pixels[at] ?? 255) < 250) return true;
  }
  return false;
}
