import { CylinderGeometry, Group, Mesh, TorusGeometry, Vector3 } from 'three';
import { blackGlass, display, metal, rubber, satin, shade } from '../studio/materials.ts';
import { mixed, type PaletteName, type Pen, palettes, sheet, text, textureOf } from '../studio/screens.ts';
import { face, section, slab, swept, turned } from '../studio/shapes.ts';

export type Dial =
  | 'hands'
  | 'ridge-digits'
  | 'rings'
  | 'runner'
  | 'big-digits'
  | 'sporty'
  | 'list'
  | 'minimal';

export interface WatchLook {
  shape: 'square' | 'round' | 'band';
  body: string;
  strap: string;
  strapFinish?: 'rubber' | 'metal';
  /** A second color in the strap's holes and loop, or on the action button. */
  accent?: string;
  dial: Dial;
  palette: PaletteName;
  width?: number;
  height?: number;
  depth?: number;
  strapWidth?: number;
  /** Ring around the round glass. */
  bezel?: 'plain' | 'ticks' | 'thin';
  keys?: 'crown' | 'two' | 'one' | 'five' | 'none';
  turn?: number;
}

const inkOnDial = '#f3f6f4';

type DialPainter = (pen: Pen, width: number, height: number, palette: PaletteName, accent: string) => void;

function arc(
  pen: Pen,
  x: number,
  y: number,
  radius: number,
  part: number,
  color: string,
  thickness: number,
): void {
  pen.lineCap = 'round';
  pen.lineWidth = thickness;
  pen.strokeStyle = mixed(color, '#000000', 0.72);
  pen.beginPath();
  pen.arc(x, y, radius, 0, Math.PI * 2);
  pen.stroke();
  pen.strokeStyle = color;
  pen.beginPath();
  pen.arc(x, y, radius, -Math.PI / 2, -Math.PI / 2 + part * Math.PI * 2);
  pen.stroke();
}

function hand(
  pen: Pen,
  x: number,
  y: number,
  angle: number,
  length: number,
  thickness: number,
  color: string,
): void {
  pen.save();
  pen.translate(x, y);
  pen.rotate(angle);
  pen.fillStyle = color;
  pen.beginPath();
  pen.roundRect(-thickness / 2, -length, thickness, length * 1.12, thickness / 2);
  pen.fill();
  pen.restore();
}

const dials: Record<Dial, DialPainter> = {
  hands: (pen, width, height, name, accent) => {
    const palette = palettes[name];
    const [x, y, r] = [width / 2, height / 2, Math.min(width, height) / 2];
    const ground = pen.createRadialGradient(x, y * 0.8, 0, x, y, r);
    ground.addColorStop(0, palette.land[3]);
    ground.addColorStop(1, mixed(palette.land[4], '#000000', 0.45));
    pen.fillStyle = ground;
    pen.fillRect(0, 0, width, height);
    for (let tick = 0; tick < 60; tick += 1) {
      hand(
        pen,
        x + Math.sin((tick * Math.PI) / 30) * r * 0.8,
        y - Math.cos((tick * Math.PI) / 30) * r * 0.8,
        (tick * Math.PI) / 30,
        tick % 5 === 0 ? r * 0.1 : r * 0.035,
        tick % 5 === 0 ? 9 : 4,
        inkOnDial,
      );
    }
    text(pen, 'SAT 21', x, y + r * 0.42, r * 0.12, 500);
    hand(pen, x, y, (10.17 / 12) * Math.PI * 2, r * 0.46, 20, inkOnDial);
    hand(pen, x, y, (10 / 60) * Math.PI * 2, r * 0.68, 15, inkOnDial);
    hand(pen, x, y, (36 / 60) * Math.PI * 2, r * 0.74, 5, accent);
    pen.fillStyle = accent;
    pen.beginPath();
    pen.arc(x, y, 14, 0, 7);
    pen.fill();
  },
  'ridge-digits': (pen, width, height, name, accent) => {
    const palette = palettes[name];
    const sky = pen.createLinearGradient(0, 0, 0, height);
    sky.addColorStop(0, mixed(palette.sky[0], '#000000', 0.6));
    sky.addColorStop(0.6, palette.sky[2]);
    pen.fillStyle = sky;
    pen.fillRect(0, 0, width, height);
    palette.land.forEach((color, index) => {
      pen.fillStyle = color;
      pen.beginPath();
      pen.moveTo(0, height);
      for (let x = 0; x <= width; x += 6) {
        const wave = Math.abs((((x / width) * (2.3 + index * 0.7) + index * 0.37) % 1) - 0.5);
        pen.lineTo(x, height * (0.5 + index * 0.1) + wave * height * 0.2);
      }
      pen.lineTo(width, height);
      pen.fill();
    });
    pen.fillStyle = inkOnDial;
    text(pen, 'SAT 21', width / 2, height * 0.18, width * 0.09, 600);
    text(pen, '10', width / 2, height * 0.46, width * 0.36, 600);
    pen.fillStyle = accent;
    text(pen, '24', width / 2, height * 0.75, width * 0.36, 600);
    pen.fillStyle = inkOnDial;
    text(pen, '6,842 steps', width / 2, height * 0.9, width * 0.08, 500);
  },
  rings: (pen, width, height, name, accent) => {
    const palette = palettes[name];
    pen.fillStyle = '#05080a';
    pen.fillRect(0, 0, width, height);
    const [x, y, r] = [width / 2, height * 0.56, Math.min(width, height) * 0.3];
    arc(pen, x, y, r, 0.82, accent, r * 0.2);
    arc(pen, x, y, r * 0.74, 0.64, palette.land[1], r * 0.2);
    arc(pen, x, y, r * 0.48, 0.9, palette.sun, r * 0.2);
    pen.fillStyle = inkOnDial;
    text(pen, '10:24', width / 2, height * 0.19, width * 0.17, 600);
  },
  runner: (pen, width, height, name, accent) => {
    pen.fillStyle = '#060a0c';
    pen.fillRect(0, 0, width, height);
    const palette = palettes[name];
    const r = Math.min(width, height) / 2;
    arc(pen, width / 2, height / 2, r * 0.86, 0.62, accent, r * 0.08);
    pen.fillStyle = inkOnDial;
    text(pen, '5:12', width / 2, height * 0.5, width * 0.27, 700);
    text(pen, 'min / km', width / 2, height * 0.58, width * 0.075, 500);
    pen.fillStyle = palette.land[0];
    text(pen, '8.40', width * 0.34, height * 0.76, width * 0.12, 600);
    pen.fillStyle = palette.sun;
    text(pen, '148', width * 0.66, height * 0.76, width * 0.12, 600);
    pen.fillStyle = inkOnDial;
    text(pen, '10:24', width / 2, height * 0.28, width * 0.1, 500);
  },
  'big-digits': (pen, width, height, name, accent) => {
    const palette = palettes[name];
    const ground = pen.createLinearGradient(0, 0, width, height);
    ground.addColorStop(0, palette.land[2]);
    ground.addColorStop(1, palette.land[4]);
    pen.fillStyle = ground;
    pen.fillRect(0, 0, width, height);
    pen.fillStyle = inkOnDial;
    text(pen, '08', width / 2, height * 0.49, width * 0.42, 700);
    pen.fillStyle = accent;
    text(pen, '45', width / 2, height * 0.83, width * 0.42, 300);
  },
  sporty: (pen, width, height, name, accent) => {
    pen.fillStyle = '#070809';
    pen.fillRect(0, 0, width, height);
    const palette = palettes[name];
    const [x, y, r] = [width / 2, height / 2, Math.min(width, height) / 2];
    for (let tick = 0; tick < 72; tick += 1) {
      hand(
        pen,
        x + Math.sin((tick * Math.PI) / 36) * r * 0.86,
        y - Math.cos((tick * Math.PI) / 36) * r * 0.86,
        (tick * Math.PI) / 36,
        r * 0.07,
        5,
        tick < 48 ? accent : '#33383a',
      );
    }
    pen.fillStyle = inkOnDial;
    text(pen, '10:24', x, y + r * 0.05, r * 0.46, 600);
    pen.fillStyle = palette.land[0];
    text(pen, '72 bpm', x, y + r * 0.32, r * 0.14, 500);
    text(pen, 'SAT 21', x, y - r * 0.42, r * 0.14, 500);
  },
  list: (pen, width, height, name, accent) => {
    pen.fillStyle = '#05070a';
    pen.fillRect(0, 0, width, height);
    const palette = palettes[name];
    pen.fillStyle = inkOnDial;
    text(pen, '09', width / 2, height * 0.24, width * 0.5, 700);
    pen.fillStyle = accent;
    text(pen, '15', width / 2, height * 0.44, width * 0.5, 700);
    [palette.land[0], palette.sun, palette.land[1]].forEach((color, index) => {
      pen.fillStyle = color;
      pen.beginPath();
      pen.roundRect(
        width * 0.16,
        height * (0.56 + index * 0.12),
        width * (0.68 - index * 0.14),
        height * 0.05,
        height * 0.025,
      );
      pen.fill();
    });
  },
  minimal: (pen, width, height, name, accent) => {
    const palette = palettes[name];
    const [x, y, r] = [width / 2, height / 2, Math.min(width, height) / 2];
    pen.fillStyle = palette.land[4];
    pen.fillRect(0, 0, width, height);
    pen.fillStyle = accent;
    pen.beginPath();
    pen.arc(x + r * 0.42, y * 1.02, r * 0.16, 0, 7);
    pen.fill();
    pen.fillStyle = palette.land[2];
    pen.beginPath();
    pen.arc(x - r * 0.2, y * 1.72, r * 0.78, 0, 7);
    pen.fill();
    pen.fillStyle = palette.land[1];
    pen.beginPath();
    pen.arc(x + r * 0.5, y * 1.9, r * 0.7, 0, 7);
    pen.fill();
    pen.fillStyle = inkOnDial;
    text(pen, '10:24', x, y * 0.72, r * 0.34, 500);
    text(pen, 'Sat 21 Nov', x, y * 0.9, r * 0.11, 500);
  },
};

/** A wrist-sized loop in the plane x = 0, flat in front where the case sits. */
function loop(height: number, depth: number, steps = 220): Vector3[] {
  return Array.from({ length: steps }, (_, index) => {
    const angle = (index / steps) * Math.PI * 2;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const power = sin > 0 ? 3.6 : 2.15;
    return new Vector3(
      0,
      Math.sign(cos) * Math.abs(cos) ** (2 / power) * (height / 2),
      Math.sign(sin) * Math.abs(sin) ** (2 / power) * (depth / 2),
    );
  });
}

/** A watch with a closed strap, standing on y = 0, its dial towards +z. */
export function watch(look: WatchLook): Group {
  const isRound = look.shape === 'round';
  const isBand = look.shape === 'band';
  const width = look.width ?? (isRound ? 4.5 : isBand ? 2.1 : 3.95);
  const height = look.height ?? (isRound ? width : isBand ? 4.7 : 4.65);
  const depth = look.depth ?? (isBand ? 0.95 : 1.08);
  const strapWidth = look.strapWidth ?? (isRound ? 2.35 : isBand ? 1.6 : 2.75);
  const accent = look.accent ?? '#f5a81c';
  const group = new Group();
  const add = (mesh: Mesh, x = 0, y = 0, z = 0): Mesh => {
    mesh.position.set(x, y, z);
    mesh.castShadow = true;
    mesh.receiveShadow = true;
    group.add(mesh);
    return mesh;
  };
  const strap = look.strapFinish === 'metal' ? metal(look.strap, 0.3) : rubber(look.strap);
  const loopHeight = height + 0.5;
  const loopDepth = isBand ? 5.0 : 5.6;
  const path = loop(loopHeight, loopDepth);
  const band = swept(path, section(strapWidth, 0.27, 5), new Vector3(1, 0, 0), {
    closed: true,
    taper: (position) => {
      const behind = Math.sin(position * Math.PI * 2) < 0 ? -Math.sin(position * Math.PI * 2) : 0;
      return (isRound ? 1.06 : 1.0) - behind * 0.22;
    },
  });
  add(new Mesh(band, strap), 0, 0, -loopDepth / 2 + 0.16);

  const front = depth / 2;
  if (isRound) {
    const r = width / 2;
    const body = turned(
      [
        [0, -front],
        [r * 0.8, -front],
        [r * 0.95, -front + 0.14],
        [r, -front + 0.38],
        [r, front - 0.3],
        [r * 0.985, front - 0.16],
        [r * 0.95, front - 0.06],
        [r * (look.bezel === 'thin' ? 0.93 : 0.9), front],
        [0, front],
      ],
      120,
    );
    const mesh = new Mesh(body, metal(look.body, 0.2));
    mesh.rotation.x = Math.PI / 2;
    add(mesh);
    const glassRadius = r * (look.bezel === 'thin' ? 0.92 : 0.88);
    const dome = turned(
      [
        [glassRadius, 0],
        [glassRadius * 0.985, 0.05],
        [glassRadius * 0.93, 0.085],
        [0, 0.1],
      ],
      120,
    );
    const glass = new Mesh(dome, blackGlass());
    glass.rotation.x = Math.PI / 2;
    add(glass, 0, 0, front - 0.01);
    const dialRadius = glassRadius * 0.9;
    const [canvas, pen] = sheet(640, 640);
    dials[look.dial](pen, 640, 640, look.palette, accent);
    add(
      new Mesh(face(dialRadius * 2, dialRadius * 2, dialRadius), display(textureOf(canvas))),
      0,
      0,
      front + 0.096,
    );
    // The outline's bend is softer than a circle; a black ring makes the dial round.
    const rim = new Mesh(
      new TorusGeometry(dialRadius * 1.02, dialRadius * 0.045, 12, 120),
      shade('#050607', 0.5),
    );
    rim.scale.z = 0.25;
    add(rim, 0, 0, front + 0.09);
    if (look.bezel === 'ticks') {
      for (let tick = 0; tick < 60; tick += 1) {
        const angle = (tick * Math.PI) / 30;
        const mark = new Mesh(
          slab({
            width: tick % 5 === 0 ? 0.05 : 0.028,
            height: 0.13,
            depth: 0.02,
            radius: 0.01,
            bevel: 0.006,
          }),
          shade(tick % 5 === 0 ? accent : '#e7eae8', 0.4),
        );
        mark.rotation.z = -angle;
        add(mark, Math.sin(angle) * glassRadius * 0.955, Math.cos(angle) * glassRadius * 0.955, front + 0.07);
      }
    }
    for (const side of [1, -1]) {
      const lugSize = {
        width: strapWidth + 0.16,
        height: 0.72,
        depth: depth * 0.5,
        radius: 0.16,
        bevel: 0.12,
      };
      const lug = new Mesh(slab(lugSize), metal(look.body, 0.22));
      lug.rotation.x = side * 0.35;
      add(lug, 0, side * (r - 0.12), -0.16);
    }
  } else {
    const radius = isBand ? 0.95 : 1.18;
    add(
      new Mesh(slab({ width, height, depth, radius, bevel: isBand ? 0.28 : 0.36 }), metal(look.body, 0.18)),
    );
    add(
      new Mesh(
        slab({ width: width - 0.34, height: height - 0.34, depth: 0.16, radius: radius - 0.16, bevel: 0.07 }),
        blackGlass(),
      ),
      0,
      0,
      front,
    );
    const [screenWidth, screenHeight] = [width - 0.74, height - 0.74];
    const [canvas, pen] = sheet(560, Math.round((560 * screenHeight) / screenWidth));
    dials[look.dial](pen, canvas.width, canvas.height, look.palette, accent);
    add(
      new Mesh(face(screenWidth, screenHeight, radius - 0.42), display(textureOf(canvas))),
      0,
      0,
      front + 0.083,
    );
  }
  const side = width / 2;
  const key = (y: number, length: number, color: string) => {
    const mesh = new Mesh(
      slab({ width: 0.34, height: length, depth: 0.2, radius: 0.15, bevel: 0.06 }),
      metal(color, 0.22),
    );
    mesh.rotation.y = Math.PI / 2;
    const x = isRound ? Math.sqrt(Math.max(side * side - y * y, 0)) : side;
    if (isRound) mesh.rotation.set(0, Math.PI / 2, Math.asin(y / side), 'ZYX');
    add(mesh, x + 0.05, y, 0);
  };
  const crown = (y: number) => {
    const teeth = new Mesh(new CylinderGeometry(0.36, 0.36, 0.3, 40), metal(look.body, 0.24));
    teeth.rotation.z = Math.PI / 2;
    const x = isRound ? Math.sqrt(side * side - y * y) : side;
    add(teeth, x + 0.19, y, 0);
    const neck = new Mesh(
      new CylinderGeometry(0.2, 0.2, 0.3, 24),
      metal(mixed(look.body, '#000000', 0.3), 0.3),
    );
    neck.rotation.z = Math.PI / 2;
    add(neck, x + 0.02, y, 0);
    const cap = new Mesh(
      new CylinderGeometry(0.24, 0.24, 0.02, 32),
      look.keys === 'crown' && look.accent ? satin(accent) : metal(look.body, 0.12),
    );
    cap.rotation.z = Math.PI / 2;
    add(cap, x + 0.345, y, 0);
    for (let tooth = 0; tooth < 28; tooth += 1) {
      const angle = (tooth / 28) * Math.PI * 2;
      const rib = new Mesh(new CylinderGeometry(0.026, 0.026, 0.28, 6), metal(look.body, 0.24));
      rib.rotation.z = Math.PI / 2;
      add(rib, x + 0.19, y + Math.sin(angle) * 0.36, Math.cos(angle) * 0.36);
    }
  };
  if (look.keys === 'crown') {
    crown(isRound ? 0.5 : 0.85);
    key(isRound ? -0.75 : -0.75, 1.1, look.body);
  } else if (look.keys === 'two') {
    key(0.95, 0.7, look.body);
    key(-0.95, 0.7, look.accent ?? look.body);
  } else if (look.keys === 'one') {
    key(0, 0.9, look.body);
  } else if (look.keys === 'five') {
    for (const y of [1.15, 0, -1.15]) key(y, 0.5, y === 1.15 ? accent : look.body);
  }
  group.position.y = loopHeight / 2 + 0.14;
  const turnedGroup = new Group().add(group);
  turnedGroup.rotation.y = ((look.turn ?? -27) * Math.PI) / 180;
  return new Group().add(turnedGroup);
}
