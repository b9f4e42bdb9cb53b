import { CanvasTexture, LinearFilter, LinearMipmapLinearFilter, SRGBColorSpace, type Texture } from 'three';

/** Sky from top to horizon, land from far to near, and the sun. */
export interface Palette {
  sky: readonly [string, string, string];
  land: readonly [string, string, string, string, string];
  sun: string;
  text: string;
}

export const palettes = {
  glacier: {
    sky: ['#d3dfe9', '#c6d6ea', '#e3e9f2'],
    land: ['#a3bfde', '#7096c8', '#44699f', '#2b538b', '#102c5e'],
    sun: '#f4f4f2',
    text: '#ffffff',
  },
  dusk: {
    sky: ['#2a2059', '#6b4486', '#e0a884'],
    land: ['#5b3276', '#7d3f74', '#b05c6e', '#e08d6c', '#1f1436'],
    sun: '#f9dfa4',
    text: '#ffffff',
  },
  dawn: {
    sky: ['#f3a64c', '#f7bc6c', '#fbe0a4'],
    land: ['#e78f52', '#c9624c', '#96415a', '#5f2c5b', '#2a1a42'],
    sun: '#fff3cf',
    text: '#fffaf0',
  },
  meadow: {
    sky: ['#bfe6cf', '#d9e9b8', '#f6e39a'],
    land: ['#7fc7a4', '#4ba585', '#2c8069', '#17594d', '#0b3a33'],
    sun: '#fbe48d',
    text: '#ffffff',
  },
  slate: {
    sky: ['#c9ced1', '#dcdfe0', '#f0f1f0'],
    land: ['#a8afb3', '#858d92', '#626a70', '#41484e', '#1c2226'],
    sun: '#ffffff',
    text: '#ffffff',
  },
  rose: {
    sky: ['#f3cdd0', '#f6dcd6', '#fbeee2'],
    land: ['#e6a9b2', '#cf8297', '#a95f80', '#773e66', '#42224a'],
    sun: '#fff6e8',
    text: '#ffffff',
  },
  night: {
    sky: ['#0c1430', '#1c2a5a', '#435a96'],
    land: ['#33477d', '#263866', '#1b294f', '#121c3a', '#090f22'],
    sun: '#e9edf7',
    text: '#f2f5ff',
  },
  lagoon: {
    sky: ['#0f4f5c', '#1f8a8e', '#a5dcc4'],
    land: ['#57b7a8', '#2f9390', '#1d6f77', '#12505c', '#0a303c'],
    sun: '#f7f2c8',
    text: '#ffffff',
  },
  ember: {
    sky: ['#3a0d1c', '#8c2433', '#ef7d43'],
    land: ['#c24a3a', '#94303a', '#6a2038', '#451630', '#220b1d'],
    sun: '#ffd98a',
    text: '#fff4e6',
  },
  orchid: {
    sky: ['#d9cdf2', '#e7d6ee', '#f8e5e6'],
    land: ['#bba6e0', '#9a80cc', '#7658ad', '#533a86', '#2c2056'],
    sun: '#fff9ef',
    text: '#ffffff',
  },
} satisfies Record<string, Palette>;

export type PaletteName = keyof typeof palettes;

export type Wallpaper = 'ridges' | 'folds' | 'petals' | 'arches' | 'terraces' | 'dunes' | 'panes' | 'ripples';

export type Clock = 'wide' | 'stacked' | 'small' | 'corner' | 'bold' | 'none';

/** The same numbers for the same seed, so that a picture can be made again. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export type Pen = CanvasRenderingContext2D;

export const typeface = '"Host Grotesk Variable"';

export function sheet(width: number, height: number): [HTMLCanvasElement, Pen] {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('The browser has no 2D canvas.');
  return [canvas, pen];
}

export function textureOf(canvas: HTMLCanvasElement): Texture {
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 8;
  texture.generateMipmaps = true;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.magFilter = LinearFilter;
  return texture;
}

function ridgeLine(width: number, roughness: number, random: () => number): number[] {
  let line = Array.from({ length: 5 }, random);
  let reach = 0.62;
  for (let octave = 0; octave < 6; octave += 1) {
    const finer: number[] = [];
    for (let index = 0; index < line.length - 1; index += 1) {
      const [a, b] = [line[index] ?? 0, line[index + 1] ?? 0];
      finer.push(a, (a + b) / 2 + (random() - 0.5) * reach);
    }
    finer.push(line[line.length - 1] ?? 0);
    line = finer;
    reach *= roughness;
  }
  const [low, high] = [Math.min(...line), Math.max(...line)];
  return Array.from({ length: width + 1 }, (_, x) => {
    const place = (x / width) * (line.length - 1);
    const index = Math.floor(place);
    const [a, b] = [line[index] ?? 0, line[index + 1] ?? line[index] ?? 0];
    return (a + (b - a) * (place - index) - low) / (high - low || 1);
  });
}

function fillSky(pen: Pen, width: number, height: number, palette: Palette, horizon: number): void {
  const sky = pen.createLinearGradient(0, 0, 0, height * horizon);
  palette.sky.forEach((color, index) => sky.addColorStop(index / 2, color));
  pen.fillStyle = sky;
  pen.fillRect(0, 0, width, height);
}

function sun(pen: Pen, x: number, y: number, radius: number, palette: Palette): void {
  const halo = pen.createRadialGradient(x, y, radius * 0.6, x, y, radius * 5);
  halo.addColorStop(0, `${palette.sun}aa`);
  halo.addColorStop(1, `${palette.sun}00`);
  pen.fillStyle = halo;
  pen.fillRect(x - radius * 5, y - radius * 5, radius * 10, radius * 10);
  pen.fillStyle = palette.sun;
  pen.beginPath();
  pen.arc(x, y, radius, 0, Math.PI * 2);
  pen.fill();
}

type Painter = (pen: Pen, width: number, height: number, palette: Palette, random: () => number) => void;

const paintRidges: Painter = (pen, width, height, palette, random) => {
  fillSky(pen, width, height, palette, 0.7);
  const unit = Math.min(width, height);
  sun(pen, width * (0.42 + random() * 0.3), height * 0.47, unit * 0.085, palette);
  const wide = width > height;
  palette.land.forEach((color, index) => {
    const rise = height * (wide ? 0.24 : 0.17) * (1 - index * 0.09);
    const base = height * ((wide ? 0.6 : 0.62) + index * (wide ? 0.095 : 0.083));
    const line = ridgeLine(width, 0.56, random);
    const fill = pen.createLinearGradient(0, base - rise, 0, base + height * 0.16);
    fill.addColorStop(0, color);
    fill.addColorStop(1, index < 4 ? mixed(color, palette.sky[2], 0.26) : color);
    pen.fillStyle = fill;
    pen.beginPath();
    pen.moveTo(0, height);
    line.forEach((value, x) => pen.lineTo(x, base - value * rise));
    pen.lineTo(width, height);
    pen.fill();
  });
};

const paintFolds: Painter = (pen, width, height, palette, random) => {
  fillSky(pen, width, height, palette, 1);
  const colors = [
    palette.sky[0],
    palette.land[3],
    palette.land[2],
    palette.land[1],
    palette.land[0],
    palette.sky[2],
  ];
  const count = 9;
  const phase = random() * 6;
  for (let index = 0; index < count; index += 1) {
    const base = (height * (index - 0.4)) / count;
    const color = colors[Math.round((index / (count - 1)) * (colors.length - 1))] ?? palette.sky[0];
    const fill = pen.createLinearGradient(0, base, 0, base + height / 3.2);
    fill.addColorStop(0, mixed(color, '#ffffff', 0.12));
    fill.addColorStop(1, mixed(color, '#000000', 0.3));
    pen.save();
    pen.shadowColor = 'rgba(0,0,0,0.35)';
    pen.shadowBlur = width * 0.05;
    pen.shadowOffsetY = -width * 0.02;
    pen.fillStyle = fill;
    pen.beginPath();
    pen.moveTo(-20, height + 20);
    for (let x = -20; x <= width + 20; x += 4) {
      const wave = Math.sin((x / width) * (3.4 + index * 0.13) + phase + index * 0.55);
      pen.lineTo(x, base + wave * height * 0.035 + (x / width) * height * 0.05);
    }
    pen.lineTo(width + 20, height + 20);
    pen.fill();
    pen.restore();
  }
};

const paintPetals: Painter = (pen, width, height, palette) => {
  fillSky(pen, width, height, { ...palette, sky: [palette.land[4], palette.land[3], palette.land[3]] }, 1);
  // The flower leaves the upper quarter free: there stands the clock.
  const [x, y] = [width * 0.5, height * 0.69];
  const reach = height * 0.385;
  const rings = 9;
  for (let ring = rings; ring >= 1; ring -= 1) {
    const tone = ring / rings;
    const distance = reach * tone;
    const size = distance * 0.25;
    const count = 14;
    const color = mixed(palette.land[2], palette.sky[0], tone);
    for (let petal = 0; petal < count; petal += 1) {
      const angle = ((petal + (ring % 2) / 2) / count) * Math.PI * 2;
      const [px, py] = [x + Math.cos(angle) * distance * 0.8, y + Math.sin(angle) * distance * 0.8];
      const fill = pen.createRadialGradient(x, y, distance * 0.55, x, y, distance * 1.06);
      fill.addColorStop(0, mixed(color, palette.land[3], 0.5));
      fill.addColorStop(1, mixed(color, '#ffffff', 0.08));
      pen.fillStyle = fill;
      pen.strokeStyle = mixed(color, palette.land[3], 0.4);
      pen.lineWidth = 2;
      pen.beginPath();
      pen.arc(px, py, size, 0, Math.PI * 2);
      pen.fill();
      pen.stroke();
    }
    pen.fillStyle = mixed(color, palette.land[3], 0.45);
    pen.beginPath();
    pen.arc(x, y, distance * 0.8, 0, Math.PI * 2);
    pen.fill();
  }
  pen.fillStyle = palette.sun;
  pen.beginPath();
  pen.arc(x, y, reach * 0.05, 0, Math.PI * 2);
  pen.fill();
};

const paintArches: Painter = (pen, width, height, palette) => {
  fillSky(pen, width, height, palette, 1);
  const colors = [palette.land[0], palette.land[1], palette.land[2], palette.land[3], palette.land[4]];
  const unit = Math.min(width, height);
  const [x, base] = [width / 2, height * 1.02];
  colors.forEach((color, index) => {
    const half = unit * (0.62 - index * 0.115);
    const top = height * (0.34 + index * 0.095);
    const fill = pen.createLinearGradient(x - half, 0, x + half, 0);
    fill.addColorStop(0, mixed(color, '#ffffff', 0.16));
    fill.addColorStop(1, mixed(color, '#000000', 0.14));
    pen.save();
    pen.shadowColor = 'rgba(0,0,0,0.28)';
    pen.shadowBlur = unit * 0.05;
    pen.fillStyle = fill;
    pen.beginPath();
    pen.moveTo(x - half, base);
    pen.lineTo(x - half, top + half);
    pen.arc(x, top + half, half, Math.PI, 0);
    pen.lineTo(x + half, base);
    pen.fill();
    pen.restore();
  });
  sun(pen, x, height * 0.9, unit * 0.09, palette);
};

const paintTerraces: Painter = (pen, width, height, palette, random) => {
  fillSky(pen, width, height, palette, 0.4);
  const colors = [palette.sky[2], ...palette.land];
  const phase = random() * 6;
  const count = 15;
  for (let index = 0; index < count; index += 1) {
    const position = index / (count - 1);
    const place = position * (colors.length - 1);
    const low = Math.floor(place);
    const color = mixed(colors[low] ?? palette.land[4], colors[low + 1] ?? palette.land[4], place - low);
    const base = height * (0.32 + position * 0.7);
    pen.fillStyle = color;
    pen.strokeStyle = mixed(color, '#ffffff', 0.28);
    pen.lineWidth = 2.5;
    pen.beginPath();
    pen.moveTo(-10, height + 10);
    for (let x = -10; x <= width + 10; x += 4) {
      const u = x / width;
      const wave =
        Math.sin(u * 3.1 + phase + position * 2.4) * 0.05 +
        Math.sin(u * 7.3 - phase + position * 4) * 0.022 * (1 - position * 0.4);
      pen.lineTo(x, base + wave * height);
    }
    pen.lineTo(width + 10, height + 10);
    pen.fill();
    pen.stroke();
  }
};

const paintDunes: Painter = (pen, width, height, palette, random) => {
  fillSky(pen, width, height, palette, 0.62);
  sun(pen, width * 0.7, height * 0.36, Math.min(width, height) * 0.1, palette);
  palette.land.forEach((color, index) => {
    const base = height * (0.5 + index * 0.1);
    const shift = random() * 2.4;
    const lean = index % 2 === 0 ? 1 : -1;
    const curve = (u: number) => base + (Math.sin(u * 2.6 + shift) * 0.06 + lean * (u - 0.5) * 0.09) * height;
    const fill = pen.createLinearGradient(0, base - height * 0.1, width, base + height * 0.2);
    fill.addColorStop(lean > 0 ? 0 : 1, mixed(color, palette.sun, 0.3));
    fill.addColorStop(lean > 0 ? 1 : 0, mixed(color, '#000000', 0.16));
    pen.fillStyle = fill;
    pen.beginPath();
    pen.moveTo(0, height);
    for (let x = 0; x <= width; x += 3) pen.lineTo(x, curve(x / width));
    pen.lineTo(width, height);
    pen.fill();
  });
};

const paintPanes: Painter = (pen, width, height, palette, random) => {
  fillSky(pen, width, height, { ...palette, sky: [palette.land[4], palette.land[3], palette.land[2]] }, 1);
  const unit = Math.min(width, height);
  const colors = [...palette.land.slice(0, 4), palette.sun, palette.sky[1]];
  for (let index = 0; index < 7; index += 1) {
    const color = colors[index % colors.length] ?? palette.sun;
    const [x, y] = [width * (0.05 + random() * 0.9), height * (0.3 + (index / 7) * 0.66)];
    const radius = unit * (0.26 + random() * 0.22);
    const fill = pen.createLinearGradient(x - radius, y - radius, x + radius, y + radius);
    fill.addColorStop(0, `${mixed(color, '#ffffff', 0.2)}e6`);
    fill.addColorStop(1, `${mixed(color, palette.land[4], 0.45)}cc`);
    pen.save();
    pen.shadowColor = 'rgba(0,0,0,0.3)';
    pen.shadowBlur = unit * 0.06;
    pen.fillStyle = fill;
    pen.beginPath();
    pen.arc(x, y, radius, 0, Math.PI * 2);
    pen.fill();
    pen.restore();
  }
};

const paintRipples: Painter = (pen, width, height, palette) => {
  fillSky(pen, width, height, { ...palette, sky: [palette.land[3], palette.land[2], palette.land[0]] }, 1);
  const [x, y] = [width * 0.24, height * 0.82];
  const reach = Math.hypot(width, height) * 0.92;
  const colors = [
    palette.sun,
    palette.sky[2],
    palette.land[0],
    palette.land[1],
    palette.land[2],
    palette.land[3],
  ];
  for (let ring = 16; ring >= 1; ring -= 1) {
    const position = ring / 16;
    const place = position * (colors.length - 1);
    const low = Math.floor(place);
    const color = mixed(colors[low] ?? palette.sun, colors[low + 1] ?? palette.land[3], place - low);
    const radius = reach * position ** 1.15;
    const fill = pen.createLinearGradient(x - radius, y - radius, x + radius, y + radius);
    fill.addColorStop(0, mixed(color, '#ffffff', 0.14));
    fill.addColorStop(1, mixed(color, '#000000', 0.22));
    pen.fillStyle = fill;
    pen.beginPath();
    pen.arc(x, y, radius, 0, Math.PI * 2);
    pen.fill();
  }
};

const painters: Record<Wallpaper, Painter> = {
  ridges: paintRidges,
  folds: paintFolds,
  petals: paintPetals,
  arches: paintArches,
  terraces: paintTerraces,
  dunes: paintDunes,
  panes: paintPanes,
  ripples: paintRipples,
};

/** Two `#rrggbb` colors mixed; 0 is the first. */
export function mixed(first: string, second: string, part: number): string {
  const channel = (color: string, at: number) => Number.parseInt(color.slice(at, at + 2), 16);
  return `#${[1, 3, 5]
    .map((at) => Math.round(channel(first, at) * (1 - part) + channel(second, at) * part))
    .map((value) => Math.min(Math.max(value, 0), 255).toString(16).padStart(2, '0'))
    .join('')}`;
}

export function text(
  pen: Pen,
  words: string,
  x: number,
  y: number,
  size: number,
  weight: number,
  align: CanvasTextAlign = 'center',
): void {
  pen.font = `${weight} ${size}px ${typeface}, system-ui`;
  pen.textAlign = align;
  pen.textBaseline = 'alphabetic';
  pen.fillText(words, x, y);
}

const clocks: Record<Clock, (pen: Pen, width: number, height: number, color: string) => void> = {
  wide: (pen, width, height) => {
    text(pen, 'Saturday 21 November', width / 2, height * 0.13, width * 0.058, 500);
    text(pen, '10:24', width / 2, height * 0.244, width * 0.262, 600);
  },
  stacked: (pen, width, height) => {
    text(pen, '08', width * 0.32, height * 0.2, width * 0.3, 600);
    text(pen, '45', width * 0.32, height * 0.325, width * 0.3, 600);
    text(pen, 'Sat 21 Nov', width * 0.16, height * 0.37, width * 0.05, 500, 'left');
  },
  small: (pen, width, height) => {
    text(pen, '6:30', width / 2, height * 0.19, width * 0.2, 500);
    text(pen, 'Sat 21 Nov', width / 2, height * 0.226, width * 0.05, 500);
  },
  corner: (pen, width, height) => {
    text(pen, '09:15', width * 0.1, height * 0.17, width * 0.2, 600, 'left');
    text(pen, 'Saturday, 21 November', width * 0.105, height * 0.208, width * 0.05, 500, 'left');
  },
  bold: (pen, width, height) => {
    text(pen, '7', width / 2, height * 0.24, width * 0.4, 700);
    text(pen, '05', width / 2, height * 0.4, width * 0.4, 300);
  },
  none: () => {},
};

export interface ScreenLook {
  wallpaper: Wallpaper;
  palette: PaletteName;
  clock: Clock;
  seed?: number;
}

/** A lock screen: painted ground, clock, the bar at the foot. `ratio` is height by width. */
export function lockScreen(look: ScreenLook, ratio: number): Texture {
  const width = 720;
  const height = Math.round(width * ratio);
  const [canvas, pen] = sheet(width, height);
  const palette = palettes[look.palette];
  painters[look.wallpaper](pen, width, height, palette, randomFrom(look.seed ?? 7));
  pen.fillStyle = palette.text;
  pen.globalAlpha = 0.94;
  clocks[look.clock](pen, width, height, palette.text);
  pen.beginPath();
  pen.roundRect(width * 0.34, height * 0.974, width * 0.32, 8, 4);
  pen.fill();
  return textureOf(canvas);
}

/** A desktop: painted ground and a quiet dock. */
export function desktop(
  look: Omit<ScreenLook, 'clock'>,
  ratio: number,
  dock: 'none' | 'middle' | 'bar',
): Texture {
  const width = 1280;
  const height = Math.round(width * ratio);
  const [canvas, pen] = sheet(width, height);
  const palette = palettes[look.palette];
  painters[look.wallpaper](pen, width, height, palette, randomFrom(look.seed ?? 11));
  if (dock !== 'none') {
    const count = 8;
    const size = height * 0.05;
    const total = count * size * 1.35;
    pen.fillStyle = dock === 'bar' ? 'rgba(12,18,24,0.55)' : 'rgba(255,255,255,0.28)';
    pen.beginPath();
    if (dock === 'bar') pen.rect(0, height - size * 1.5, width, size * 1.5);
    else
      pen.roundRect(
        (width - total) / 2 - size * 0.3,
        height - size * 1.9,
        total + size * 0.3,
        size * 1.6,
        size * 0.4,
      );
    pen.fill();
    const colors = [
      '#ffffff',
      palette.sun,
      palette.land[1],
      '#f5a81c',
      palette.land[2],
      '#e4eee9',
      palette.sky[0],
      '#0f4337',
    ];
    colors.forEach((color, index) => {
      pen.fillStyle = color;
      pen.beginPath();
      pen.roundRect(
        (width - total) / 2 + index * size * 1.35,
        height - size * (dock === 'bar' ? 1.25 : 1.6),
        size,
        size,
        size * 0.26,
      );
      pen.fill();
    });
  }
  return textureOf(canvas);
}
