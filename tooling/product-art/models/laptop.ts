import {
  BoxGeometry,
  Color,
  CylinderGeometry,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  Quaternion,
  Vector3,
} from 'three';
import { blackGlass, display, glow, metal, shade } from '../studio/materials.ts';
import { desktop, mixed, type ScreenLook } from '../studio/screens.ts';
import { face, slab } from '../studio/shapes.ts';

export interface LaptopLook {
  body: string;
  /** The lid and the rim of the screen where they differ from the body. */
  lid?: string;
  keys?: string;
  /** The ground the keys stand on where it differs from the body. */
  well?: string;
  /** Matt is for dark plastic: metal that looks up mirrors the ceiling light. */
  finish?: 'metal' | 'matt';
  width?: number;
  depth?: number;
  thickness?: number;
  rim?: number;
  /** Degrees between keyboard and screen. */
  opening?: number;
  /** Degrees around the upright axis; positive shows the right side. */
  turn?: number;
  hasNumberPad?: boolean;
  keyGlow?: string;
  pad?: { width: number; height: number };
  dock?: 'none' | 'middle' | 'bar';
  screen: Omit<ScreenLook, 'clock'>;
}

/** Widths of the keys of each row in parts of a plain key; each row comes to fourteen and a half. */
const keyRows: readonly (readonly number[])[] = [
  [1.25, ...Array<number>(12).fill(1), 1.25],
  [...Array<number>(13).fill(1), 1.5],
  [1.5, ...Array<number>(12).fill(1), 1],
  [1.8, ...Array<number>(11).fill(1), 1.7],
  [2.3, ...Array<number>(10).fill(1), 2.2],
  [1, 1, 1, 1.25, 5.4, 1.25, 1, 0.87, 0.87, 0.86],
];

interface KeyPlace {
  x: number;
  z: number;
  width: number;
  height: number;
}

function keyPlaces(
  width: number,
  depth: number,
  columns: number,
  offset: number,
  rows: readonly (readonly number[])[],
): KeyPlace[] {
  const unit = width / columns;
  const rise = depth / rows.length;
  const places: KeyPlace[] = [];
  rows.forEach((row, rowIndex) => {
    let x = -width / 2 + offset;
    for (const part of row) {
      places.push({
        x: x + (part * unit) / 2,
        z: -depth / 2 + rise * (rowIndex + 0.5),
        width: part * unit - 0.22,
        height: rise - 0.22,
      });
      x += part * unit;
    }
  });
  return places;
}

/** An open laptop standing on y = 0, its screen towards +z. */
export function laptop(look: LaptopLook): Group {
  const { width = 30.4, depth = 21.2, thickness = 0.85, rim = 0.42, opening = 112, turn = 24 } = look;
  const { hasNumberPad = false, pad = { width: 11.6, height: 7.2 } } = look;
  const solid = (color: string) => (look.finish === 'matt' ? shade(color, 0.25) : metal(color, 0.34));
  const group = new Group();
  const add = (mesh: Mesh, x: number, y: number, z: number, parent: Group = group): Mesh => {
    mesh.position.set(x, y, z);
    mesh.castShadow = true;
    mesh.receiveShadow = true;
    parent.add(mesh);
    return mesh;
  };
  const lying = (mesh: Mesh): Mesh => {
    mesh.rotation.x = -Math.PI / 2;
    return mesh;
  };
  const feet = 0.12;
  const top = feet + thickness;
  add(
    lying(
      new Mesh(slab({ width, height: depth, depth: thickness, radius: 1.15, bevel: 0.16 }), solid(look.body)),
    ),
    0,
    feet + thickness / 2,
    0,
  );
  for (const [x, z] of [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ] as const) {
    add(
      new Mesh(new CylinderGeometry(0.5, 0.45, feet, 24), shade('#141516')),
      x * (width / 2 - 2.4),
      feet / 2,
      z * (depth / 2 - 2),
    );
  }
  const notch = new Mesh(
    slab({ width: 4.2, height: 0.5, depth: 0.2, radius: 0.2, bevel: 0.05 }),
    solid(mixed(look.body, '#000000', 0.35)),
  );
  add(lying(notch), 0, top - 0.06, depth / 2 - 0.08);

  const keyboard = { width: width - 3.1, depth: 10.2, z: -depth / 2 + 7.15 };
  const well = look.well ?? mixed(look.body, '#101113', 0.72);
  add(
    lying(new Mesh(face(keyboard.width, keyboard.depth, 0.45), shade(well, 0.18))),
    0,
    top + 0.004,
    keyboard.z,
  );
  const columns = hasNumberPad ? 19 : 14.5;
  const main = keyPlaces(keyboard.width - 0.2, keyboard.depth - 0.2, columns, 0.0, keyRows);
  const block = hasNumberPad
    ? keyPlaces(
        keyboard.width - 0.2,
        keyboard.depth - 0.2,
        columns,
        ((keyboard.width - 0.2) * 15) / 19,
        Array<number[]>(6).fill([1, 1, 1, 1]),
      )
    : [];
  const places = [...main, ...block];
  const keyColor = look.keys ?? '#17181a';
  const caps = new InstancedMesh(new BoxGeometry(1, 1, 1), shade(keyColor, 0.22), places.length);
  const at = new Matrix4();
  places.forEach(({ x, z, width: w, height: h }, index) => {
    at.compose(new Vector3(x, top + 0.055, keyboard.z + z), new Quaternion(), new Vector3(w, 0.11, h));
    caps.setMatrixAt(index, at);
  });
  caps.castShadow = true;
  caps.receiveShadow = true;
  group.add(caps);
  if (look.keyGlow) {
    const light = new InstancedMesh(new BoxGeometry(1, 1, 1), glow(look.keyGlow, 0.8), places.length);
    places.forEach(({ x, z, width: w, height: h }, index) => {
      at.compose(
        new Vector3(x, top + 0.012, keyboard.z + z),
        new Quaternion(),
        new Vector3(w + 0.09, 0.02, h + 0.09),
      );
      light.setMatrixAt(index, at);
    });
    group.add(light);
  }
  // Letters would be noise at this size; a pale dash on each key is what the eye reads.
  const marks = new InstancedMesh(
    new BoxGeometry(1, 1, 1),
    shade(
      mixed(keyColor, new Color(keyColor).getHSL({ h: 0, s: 0, l: 0 }).l > 0.4 ? '#202225' : '#ffffff', 0.5),
      0.1,
    ),
    places.length,
  );
  places.forEach(({ x, z, width: w }, index) => {
    at.compose(
      new Vector3(x, top + 0.112, keyboard.z + z),
      new Quaternion(),
      new Vector3(Math.min(w * 0.26, 0.42), 0.004, 0.12),
    );
    marks.setMatrixAt(index, at);
  });
  group.add(marks);
  const padZ = keyboard.z + keyboard.depth / 2 + 0.55 + pad.height / 2;
  const edge = new Mesh(
    face(pad.width + 0.09, pad.height + 0.09, 0.5),
    shade(mixed(look.body, '#000000', 0.45)),
  );
  add(lying(edge), 0, top + 0.003, padZ);
  add(
    lying(new Mesh(face(pad.width, pad.height, 0.46), solid(mixed(look.body, '#000000', 0.05)))),
    0,
    top + 0.006,
    padZ,
  );

  const lid = new Group();
  const lidThickness = 0.42;
  add(
    new Mesh(
      slab({ width, height: depth, depth: lidThickness, radius: 1.15, bevel: 0.14 }),
      solid(look.lid ?? look.body),
    ),
    0,
    depth / 2,
    0,
    lid,
  );
  add(
    new Mesh(
      slab({ width: width - 0.12, height: depth - 0.12, depth: 0.06, radius: 1.1, bevel: 0.025 }),
      blackGlass(),
    ),
    0,
    depth / 2,
    lidThickness / 2,
    lid,
  );
  const [screenWidth, screenHeight] = [width - 2 * rim, depth - rim * 2.3 - 0.5];
  const screen = new Mesh(
    face(screenWidth, screenHeight, 0.5),
    display(desktop(look.screen, screenHeight / screenWidth, look.dock ?? 'middle')),
  );
  add(screen, 0, depth - rim * 1.15 - screenHeight / 2, lidThickness / 2 + 0.036, lid);
  screen.receiveShadow = false;
  const eye = new Mesh(new CylinderGeometry(0.1, 0.1, 0.01, 20), shade('#20242c', 0.6));
  eye.rotation.x = Math.PI / 2;
  add(eye, 0, depth - rim * 0.55, lidThickness / 2 + 0.034, lid);
  lid.rotation.x = -((opening - 90) * Math.PI) / 180;
  lid.position.set(0, top - 0.12, -depth / 2 + 0.05);
  group.add(lid);
  const hinge = new Mesh(
    new CylinderGeometry(0.34, 0.34, width * 0.72, 24),
    solid(mixed(look.body, '#000000', 0.4)),
  );
  hinge.rotation.z = Math.PI / 2;
  add(hinge, 0, top - 0.14, -depth / 2 - 0.02);
  group.rotation.y = (turn * Math.PI) / 180;
  return new Group().add(group);
}
