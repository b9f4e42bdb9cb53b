const bitsPerChannel = 3;

/**
 * Dominant colour as `#rrggbb`, from raw RGBA pixels: the mean of the fullest of 512 buckets. Transparent pixels are
 * ignored, so that a cut-out gets the colour of its subject.
 */
export function dominantColor(rgba: Uint8Array): string {
  const size = 1 << (bitsPerChannel * 3);
  const [weights, reds, greens, blues] = [0, 0, 0, 0].map(() => new Float64Array(size));
  if (!weights || !reds || !greens || !blues) return '#ffffff';
  const shift = 8 - bitsPerChannel;
  let fullestBucket = 0;
  for (let offset = 0; offset + 3 < rgba.length; offset += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = rgba.subarray(offset, offset + 4);
    if (alpha < 16) continue;
    const bucket =
      ((red >> shift) << (bitsPerChannel * 2)) | ((green >> shift) << bitsPerChannel) | (blue >> shift);
    weights[bucket] = (weights[bucket] ?? 0) + alpha;
    reds[bucket] = (reds[bucket] ?? 0) + red * alpha;
    greens[bucket] = (greens[bucket] ?? 0) + green * alpha;
    blues[bucket] = (blues[bucket] ?? 0) + blue * alpha;
    if ((weights[bucket] ?? 0) > (weights[fullestBucket] ?? 0)) fullestBucket = bucket;
  }
  const weight = weights[fullestBucket] ?? 0;
  if (weight === 0) return '#ffffff';
  const hex = (sums: Float64Array) =>
    Math.round((sums[fullestBucket] ?? 0) / weight)
      .toString(16)
      .padStart(2, '0');
  return `#${hex(reds)}${hex(greens)}${hex(blues)}`;
}

/** True when at least one pixel is transparent. `channels` is 2 (grey) or 4 (colour), alpha last. */
export function hasTransparentPixel(pixels: Uint8Array, channels: number): boolean {
  for (let offset = channels - 1; offset < pixels.length; offset += channels) {
    if ((pixels[offset] ?? 255) < 250) return true;
  }
  return false;
}
