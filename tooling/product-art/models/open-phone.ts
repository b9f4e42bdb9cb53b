import { CylinderGeometry, Group, Mesh, TorusGeometry } from 'three';
import { blackGlass, display, matt, metal, satin, shade } from '../studio/materials.ts';
import { lockScreen, mixed } from '../studio/screens.ts';
import { face, slab } from '../studio/shapes.ts';
import { radians } from './compositions.ts';

const [width, height, radius] = [7.2, 14.8, 1.05];

function layer(z: number): { group: Group; add: (mesh: Mesh, x?: number, y?: number, dz?: number) => Mesh } {
  const group = new Group();
  group.position.set(0, height / 2, z);
  return {
    group,
    add: (mesh, x = 0, y = 0, dz = 0) => {
      mesh.position.set(x, y, dz);
      mesh.castShadow = true;
      mesh.receiveShadow = true;
      group.add(mesh);
      return mesh;
    },
  };
}

const box = (w: number, h: number, depth: number, corner = 0.15) =>
  slab({ width: w, height: h, depth, radius: corner, bevel: Math.min(0.04, depth / 3) });

function glassLayer(z: number): Group {
  const { group, add } = layer(z);
  add(new Mesh(slab({ width, height, depth: 0.16, radius, bevel: 0.06 }), blackGlass()));
  const [w, h] = [width - 0.4, height - 0.4];
  const screen = display(
    lockScreen({ wallpaper: 'ridges', palette: 'meadow', clock: 'wide', seed: 14 }, h / w),
  );
  add(new Mesh(face(w, h, radius - 0.17), screen), 0, 0, 0.082);
  const eye = new Mesh(new CylinderGeometry(0.17, 0.17, 0.004, 36), blackGlass());
  eye.rotation.x = Math.PI / 2;
  add(eye, 0, h / 2 - 0.5, 0.086);
  return group;
}

/** Frame with board, battery, camera block, speaker and the coil's contacts. */
function innerLayer(z: number, frame: string): Group {
  const { group, add } = layer(z);
  add(new Mesh(slab({ width, height, depth: 0.62, radius, bevel: 0.1 }), metal(frame)));
  add(new Mesh(face(width - 0.5, height - 0.5, radius - 0.2), shade('#2a3330', 0.3)), 0, 0, 0.315);
  add(new Mesh(box(width - 1.1, 3.9, 0.1, 0.4), matt('#0f4337')), 0, 4.6, 0.36);
  for (const [x, y, w, h, color] of [
    [1.1, 5.5, 1.7, 1.2, '#c9cdd0'],
    [1.3, 3.7, 1.9, 1.5, '#b4b9bc'],
    [-0.9, 3.4, 1.1, 0.9, '#17191b'],
    [2.6, 4.7, 0.5, 0.9, '#17191b'],
    [-0.6, 5.9, 0.7, 0.5, '#17191b'],
  ] as const) {
    add(
      new Mesh(box(w, h, 0.16, 0.08), color.startsWith('#1') ? shade(color, 0.4) : metal(color, 0.35)),
      x,
      y,
      0.44,
    );
  }
  for (const y of [6.1, 4.4]) {
    const block = new Mesh(box(1.5, 1.5, 0.5, 0.3), shade('#1b1d20', 0.5));
    add(block, -2.1, y, 0.5);
    const eye = new Mesh(new CylinderGeometry(0.5, 0.5, 0.12, 40), metal('#7d8286', 0.25));
    eye.rotation.x = Math.PI / 2;
    add(eye, -2.1, y, 0.78);
    const pupil = new Mesh(new CylinderGeometry(0.36, 0.36, 0.13, 40), blackGlass());
    pupil.rotation.x = Math.PI / 2;
    add(pupil, -2.1, y, 0.79);
  }
  add(new Mesh(box(4.0, 7.6, 0.34, 0.3), matt('#1c1f21', 0.35)), -0.95, -1.9, 0.46);
  add(new Mesh(box(3.2, 1.5, 0.02, 0.12), matt('#dedcd6')), -0.95, -4.5, 0.64);
  add(new Mesh(box(3.2, 0.12, 0.02, 0.05), matt('#f5a81c')), -0.95, -3.2, 0.64);
  add(new Mesh(box(2.2, 0.1, 0.02, 0.04), matt('#8c9492')), -1.45, -2.8, 0.64);
  add(new Mesh(box(1.5, 7.6, 0.14, 0.2), matt('#15503f')), 2.2, -1.9, 0.38);
  for (const y of [0.9, -0.6, -2.4, -4.2])
    add(new Mesh(box(0.9, 0.7, 0.14, 0.06), shade('#1a1c1e', 0.4)), 2.2, y, 0.5);
  add(new Mesh(box(1.2, 0.34, 0.12, 0.08), metal('#e2a94a', 0.3)), 1.2, 1.4, 0.48);
  add(new Mesh(box(5.6, 0.9, 0.22, 0.3), metal('#8f9497', 0.35)), 0, -6.5, 0.42);
  return group;
}

function backLayer(z: number, color: string): Group {
  const { group, add } = layer(z);
  add(new Mesh(slab({ width, height, depth: 0.14, radius, bevel: 0.05 }), satin(color)));
  const coil = new Mesh(new TorusGeometry(1.75, 0.32, 12, 90), metal(mixed(color, '#7a3f12', 0.45), 0.5));
  coil.scale.z = 0.12;
  add(coil, 0, -0.4, 0.08);
  return group;
}

/** A phone taken apart into its layers, for the repair pages. */
export function openPhone(): Group {
  const stack = new Group().add(glassLayer(4.7), innerLayer(0, '#c9ccce'), backLayer(-4.7, '#eda128'));
  stack.rotation.y = radians(-44);
  return new Group().add(stack);
}
