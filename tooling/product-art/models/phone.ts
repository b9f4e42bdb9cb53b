import {
  CylinderGeometry,
  Group,
  Mesh,
  type MeshPhysicalMaterial,
  SphereGeometry,
  TorusGeometry,
} from 'three';
import {
  blackGlass,
  display,
  gloss,
  glow,
  lensGlass,
  matt,
  metal,
  satin,
  shade,
} from '../studio/materials.ts';
import { lockScreen, mixed, type ScreenLook } from '../studio/screens.ts';
import { face, slab, turned } from '../studio/shapes.ts';

/** How the lenses are laid out. No family wears the layout of its maker. */
export type CameraLayout =
  | 'pill-three'
  | 'pill-two'
  | 'pill-wide'
  | 'single'
  | 'square-two'
  | 'square-three'
  | 'square-four'
  | 'disc-four'
  | 'disc-three'
  | 'disc-two'
  | 'band-three'
  | 'band-two'
  | 'loose-three'
  | 'loose-two'
  | 'corner-two';

export interface PhoneLook {
  back: string;
  frame?: string;
  finish?: 'satin' | 'gloss' | 'matt';
  /** A second color across the upper back. */
  band?: string;
  camera: CameraLayout;
  screen: ScreenLook;
  width?: number;
  height?: number;
  depth?: number;
  radius?: number;
  rim?: number;
  hole?: 'middle' | 'left' | 'wide' | 'none';
}

interface Lens {
  x: number;
  y: number;
  radius: number;
}

interface Island {
  x: number;
  y: number;
  width: number;
  height: number;
  radius: number;
  black?: boolean;
}

interface CameraPlan {
  islands: Island[];
  lenses: Lens[];
  flash: { x: number; y: number };
}

/** Centimetres from the upper left corner of the back, as one looks at it. */
function cameraPlan(layout: CameraLayout, width: number): CameraPlan {
  const middle = width / 2;
  switch (layout) {
    case 'pill-three':
      return {
        islands: [{ x: 1.75, y: 3.0, width: 2.3, height: 4.75, radius: 1.12 }],
        lenses: [1.5, 3.0, 4.5].map((y) => ({ x: 1.75, y, radius: 0.68 })),
        flash: { x: 3.4, y: 1.5 },
      };
    case 'pill-two':
      return {
        islands: [{ x: 1.7, y: 2.35, width: 2.2, height: 3.4, radius: 1.08 }],
        lenses: [1.55, 3.15].map((y) => ({ x: 1.7, y, radius: 0.7 })),
        flash: { x: 3.3, y: 1.55 },
      };
    case 'pill-wide':
      return {
        islands: [{ x: middle, y: 1.85, width: width - 1.3, height: 2.1, radius: 1.03 }],
        lenses: [1.7, 3.3].map((x) => ({ x, y: 1.85, radius: 0.68 })),
        flash: { x: width - 1.6, y: 1.85 },
      };
    case 'single':
      return {
        islands: [{ x: 1.75, y: 1.75, width: 2.3, height: 2.3, radius: 1.12 }],
        lenses: [{ x: 1.75, y: 1.75, radius: 0.82 }],
        flash: { x: 3.5, y: 1.75 },
      };
    case 'square-two':
      return {
        islands: [{ x: 2.0, y: 2.0, width: 3.1, height: 3.1, radius: 0.95 }],
        lenses: [
          { x: 1.34, y: 1.34, radius: 0.68 },
          { x: 2.66, y: 2.66, radius: 0.68 },
        ],
        flash: { x: 2.7, y: 1.25 },
      };
    case 'square-three':
      return {
        islands: [{ x: 2.1, y: 2.1, width: 3.3, height: 3.3, radius: 1.0 }],
        lenses: [
          { x: 1.36, y: 2.82, radius: 0.66 },
          { x: 2.82, y: 2.82, radius: 0.66 },
          { x: 1.36, y: 1.36, radius: 0.66 },
        ],
        flash: { x: 2.82, y: 1.36 },
      };
    case 'square-four':
      return {
        islands: [{ x: 2.15, y: 2.15, width: 3.4, height: 3.4, radius: 1.02 }],
        lenses: [
          { x: 1.38, y: 1.38, radius: 0.66 },
          { x: 2.92, y: 1.38, radius: 0.66 },
          { x: 1.38, y: 2.92, radius: 0.66 },
          { x: 2.92, y: 2.92, radius: 0.5 },
        ],
        flash: { x: 4.4, y: 1.1 },
      };
    case 'disc-four':
      return {
        islands: [{ x: middle, y: 2.75, width: 4.2, height: 4.2, radius: 2.05 }],
        lenses: [
          [-0.85, -0.85],
          [0.85, -0.85],
          [-0.85, 0.85],
          [0.85, 0.85],
        ].map(([x = 0, y = 0]) => ({ x: middle + x, y: 2.75 + y, radius: 0.64 })),
        flash: { x: width - 1.0, y: 1.0 },
      };
    case 'disc-three':
      return {
        islands: [{ x: middle, y: 2.65, width: 4.0, height: 4.0, radius: 1.95 }],
        lenses: [
          { x: middle - 0.85, y: 2.2, radius: 0.66 },
          { x: middle + 0.85, y: 2.2, radius: 0.66 },
          { x: middle, y: 3.62, radius: 0.6 },
        ],
        flash: { x: width - 1.0, y: 1.0 },
      };
    case 'disc-two':
      return {
        islands: [{ x: 2.3, y: 2.3, width: 3.5, height: 3.5, radius: 1.7 }],
        lenses: [
          { x: 1.75, y: 1.75, radius: 0.64 },
          { x: 2.85, y: 2.85, radius: 0.64 },
        ],
        flash: { x: 2.95, y: 1.6 },
      };
    case 'band-three':
      return {
        islands: [{ x: middle, y: 2.0, width: width - 0.95, height: 2.0, radius: 0.98, black: true }],
        lenses: [1.5, 2.95, 4.4].map((x) => ({ x, y: 2.0, radius: 0.62 })),
        flash: { x: width - 1.35, y: 2.0 },
      };
    case 'band-two':
      return {
        islands: [{ x: middle, y: 2.3, width: 3.9, height: 1.95, radius: 0.95, black: true }],
        lenses: [middle - 0.95, middle + 0.75].map((x) => ({ x, y: 2.3, radius: 0.62 })),
        flash: { x: middle + 1.62, y: 2.3 },
      };
    case 'loose-three':
      return {
        islands: [],
        lenses: [1.45, 3.15, 4.85].map((y) => ({ x: 1.5, y, radius: 0.66 })),
        flash: { x: 2.95, y: 1.45 },
      };
    case 'loose-two':
      return {
        islands: [],
        lenses: [1.55, 3.35].map((y) => ({ x: 1.55, y, radius: 0.74 })),
        flash: { x: 3.05, y: 2.45 },
      };
    case 'corner-two':
      return {
        islands: [{ x: 2.2, y: 1.65, width: 3.5, height: 2.1, radius: 1.02 }],
        lenses: [1.35, 2.95].map((x) => ({ x, y: 1.65, radius: 0.68 })),
        flash: { x: 4.5, y: 1.65 },
      };
  }
}

function lens(radius: number, ringColor: string): Group {
  const group = new Group();
  const height = 0.2;
  const ring = turned([
    [radius, 0],
    [radius, height * 0.8],
    [radius - 0.025, height],
    [radius - 0.055, height],
    [radius - 0.075, height * 0.74],
    [radius - 0.075, 0],
  ]);
  group.add(new Mesh(ring, metal(ringColor, 0.16)));
  const disc = new Mesh(new CylinderGeometry(radius - 0.07, radius - 0.07, 0.02, 48), shade('#06070a', 0.55));
  disc.position.y = height * 0.72;
  group.add(disc);
  const rings: readonly [number, number, string][] = [
    [radius * 0.7, 0.014, '#1c1e22'],
    [radius * 0.5, 0.016, '#2c2f36'],
  ];
  for (const [at, thickness, color] of rings) {
    const circle = new Mesh(new TorusGeometry(at, thickness, 10, 56), metal(color, 0.3));
    circle.rotation.x = Math.PI / 2;
    circle.position.y = height * 0.78;
    group.add(circle);
  }
  const dome = new Mesh(
    new SphereGeometry(radius * 0.46, 36, 20, 0, Math.PI * 2, 0, Math.PI / 2),
    lensGlass(),
  );
  dome.scale.y = 0.34;
  dome.position.y = height * 0.76;
  group.add(dome);
  const iris = new Mesh(new CylinderGeometry(radius * 0.2, radius * 0.2, 0.01, 32), glow('#0b1840', 0.55));
  iris.position.y = height * 0.76 + radius * 0.15;
  group.add(iris);
  // A turned part stands on y; a lens looks out of the back.
  group.rotation.x = -Math.PI / 2;
  return group;
}

const finishes: Record<NonNullable<PhoneLook['finish']>, (color: string) => MeshPhysicalMaterial> = {
  satin,
  gloss,
  matt,
};

/** A phone standing on y = 0, its screen towards +z. */
export function phone(look: PhoneLook): Group {
  const { width = 7.2, height = 14.8, depth = 0.78, radius = 1.05, rim = 0.2, hole = 'middle' } = look;
  const group = new Group();
  const frameColor = look.frame ?? mixed(look.back, '#c9ccd0', 0.25);
  const finish = finishes[look.finish ?? 'satin'];
  const add = (mesh: Mesh, x = 0, y = 0, z = 0): Mesh => {
    mesh.position.set(x, y, z);
    mesh.castShadow = true;
    mesh.receiveShadow = true;
    group.add(mesh);
    return mesh;
  };
  add(new Mesh(slab({ width, height, depth, radius, bevel: 0.11 }), metal(frameColor)));
  const pane = { width: width - 0.1, height: height - 0.1, depth: 0.1, radius: radius - 0.05, bevel: 0.045 };
  add(new Mesh(slab(pane), finish(look.back)), 0, 0, -depth / 2 + 0.03);
  add(new Mesh(slab(pane), blackGlass()), 0, 0, depth / 2 - 0.03);
  const [screenWidth, screenHeight] = [width - 2 * rim, height - 2 * rim];
  const front = depth / 2 + 0.0215;
  const screen = new Mesh(
    face(screenWidth, screenHeight, radius - rim * 0.82),
    display(lockScreen(look.screen, screenHeight / screenWidth)),
  );
  add(screen, 0, 0, front);
  // Its base is black, so a shadow cannot be seen on it; without one it is drawn much faster.
  screen.receiveShadow = false;
  if (hole !== 'none') {
    const wide = hole === 'wide';
    const x = hole === 'left' ? -width / 2 + 1.0 : 0;
    const eye = new Mesh(
      wide ? face(0.95, 0.3, 0.145) : new CylinderGeometry(0.17, 0.17, 0.004, 40),
      blackGlass(),
    );
    if (!wide) eye.rotation.x = Math.PI / 2;
    add(eye, x, height / 2 - 0.72, front + 0.004);
    const pupil = new Mesh(new CylinderGeometry(0.075, 0.075, 0.004, 24), lensGlass());
    pupil.rotation.x = Math.PI / 2;
    add(pupil, x + (wide ? 0.26 : 0), height / 2 - 0.72, front + 0.007);
  }
  const key = (length: number, side: -1 | 1, y: number) => {
    const mesh = new Mesh(
      slab({ width: 0.26, height: length, depth: 0.12, radius: 0.12, bevel: 0.04 }),
      metal(frameColor, 0.2),
    );
    mesh.rotation.y = Math.PI / 2;
    add(mesh, side * (width / 2 + 0.01), y, 0);
  };
  key(1.5, 1, height * 0.18);
  key(0.9, -1, height * 0.29);
  key(1.0, -1, height * 0.19);
  key(1.0, -1, height * 0.105);
  const strip = new Mesh(
    slab({ width: width + 0.006, height: 0.1, depth: depth * 0.72, radius: 0.01, bevel: 0.004 }),
    matt(mixed(frameColor, '#ffffff', 0.25)),
  );
  for (const y of [height / 2 - 1.55, -height / 2 + 1.55]) add(strip.clone(), 0, y, 0);
  const port = new Mesh(
    slab({ width: 0.9, height: 0.3, depth: 0.06, radius: 0.14, bevel: 0.02 }),
    matt('#101214', 0.15),
  );
  port.rotation.x = Math.PI / 2;
  add(port, 0, -height / 2 - 0.002, 0);

  const plan = cameraPlan(look.camera, width);
  const backZ = -depth / 2 - 0.02;
  const toModel = (x: number, y: number): [number, number] => [width / 2 - x, height / 2 - y];
  if (look.band) {
    const upper = { width: width - 0.1, height: 5.4, depth: 0.03, radius: radius - 0.05, bevel: 0.014 };
    add(new Mesh(slab(upper), shade(look.band, 0.5)), 0, height / 2 - 2.75, backZ - 0.012);
  }
  const islandHeight = plan.islands.length > 0 ? 0.26 : 0;
  for (const island of plan.islands) {
    const [x, y] = toModel(island.x, island.y);
    const solid = slab({
      width: island.width,
      height: island.height,
      depth: islandHeight,
      radius: island.radius,
      bevel: 0.1,
    });
    const material = island.black ? gloss('#0d0f11', 0.2) : finish(mixed(look.back, '#ffffff', 0.05));
    add(new Mesh(solid, material), x, y, backZ - islandHeight / 2 + 0.05);
  }
  const lensZ = backZ - islandHeight + (plan.islands.length > 0 ? 0.05 : 0);
  for (const { x, y, radius: size } of plan.lenses) {
    const part = lens(size, mixed(frameColor, '#e8eaec', 0.35));
    const [mx, my] = toModel(x, y);
    part.position.set(mx, my, lensZ);
    part.traverse((mesh) => {
      mesh.castShadow = true;
      mesh.receiveShadow = true;
    });
    group.add(part);
  }
  const isOnIsland = plan.islands.some(
    (island) =>
      Math.abs(plan.flash.x - island.x) < island.width / 2 &&
      Math.abs(plan.flash.y - island.y) < island.height / 2,
  );
  const flash = new Mesh(new CylinderGeometry(0.19, 0.19, 0.05, 36), gloss('#f3e4bd', 0.3));
  flash.rotation.x = Math.PI / 2;
  const [flashX, flashY] = toModel(plan.flash.x, plan.flash.y);
  add(flash, flashX, flashY, isOnIsland ? lensZ : backZ);
  for (const child of group.children) child.position.y += height / 2;
  return group;
}
