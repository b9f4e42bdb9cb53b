import {
  CapsuleGeometry,
  CircleGeometry,
  CylinderGeometry,
  DoubleSide,
  Group,
  Mesh,
  type MeshPhysicalMaterial,
  SphereGeometry,
} from 'three';
import { gloss, glow, matt, metal, rubber, shade } from '../studio/materials.ts';
import { mixed } from '../studio/screens.ts';
import { face, ringAt, type Superellipsoid, superellipsoid, turned } from '../studio/shapes.ts';

export interface EarbudsLook {
  case: string;
  buds?: string;
  accent?: string;
  finish?: 'gloss' | 'matt';
  shape: 'pebble' | 'square' | 'tall' | 'oval' | 'puck';
  bud: 'stem' | 'bean' | 'disc';
  /** In the case, or on the table in front of it; a stem lies badly on a table. */
  place: 'seated' | 'beside';
}

const shapes: Record<EarbudsLook['shape'], Superellipsoid> = {
  pebble: { halfWidth: 3.2, halfHeight: 2.25, halfDepth: 1.5, upright: 0.75, around: 0.85 },
  square: { halfWidth: 2.8, halfHeight: 2.45, halfDepth: 1.35, upright: 0.42, around: 0.5 },
  tall: { halfWidth: 2.45, halfHeight: 2.85, halfDepth: 1.45, upright: 0.6, around: 0.7 },
  oval: { halfWidth: 3.3, halfHeight: 1.95, halfDepth: 1.55, upright: 0.9, around: 1 },
  puck: { halfWidth: 3.0, halfHeight: 1.85, halfDepth: 1.75, upright: 0.5, around: 0.62 },
};

/** One bud, its tip towards +z, hanging in y. */
function bud(look: EarbudsLook, isLeft: boolean): Group {
  const color = look.buds ?? look.case;
  const solid = look.finish === 'matt' ? matt(color) : gloss(color);
  const group = new Group();
  const mirror = isLeft ? -1 : 1;
  const add = (mesh: Mesh, x: number, y: number, z: number): Mesh => {
    mesh.position.set(x, y, z);
    mesh.castShadow = true;
    mesh.receiveShadow = true;
    group.add(mesh);
    return mesh;
  };
  const head = new Mesh(new SphereGeometry(0.84, 48, 32), solid);
  head.scale.set(1, 0.94, 0.86);
  add(head, 0, 0, 0);
  const neck = new Mesh(
    turned([
      [0.62, 0],
      [0.5, 0.4],
      [0.4, 0.62],
      [0.38, 0.8],
      [0, 0.82],
    ]),
    solid,
  );
  neck.rotation.set(Math.PI / 2 - 0.25, 0, mirror * 0.42);
  add(neck, mirror * -0.12, 0.1, 0.3);
  const tip = new Mesh(
    turned([
      [0.3, 0],
      [0.62, 0.06],
      [0.66, 0.2],
      [0.58, 0.42],
      [0.42, 0.56],
      [0.28, 0.6],
      [0.24, 0.52],
      [0.2, 0.3],
    ]),
    rubber(mixed(color, '#8d9290', 0.22)),
  );
  tip.rotation.copy(neck.rotation);
  add(tip, mirror * -0.38, 0.27, 0.98);
  if (look.bud === 'stem') {
    const stem = new Mesh(new CapsuleGeometry(0.34, 2.1, 12, 32), solid);
    stem.scale.z = 0.86;
    stem.rotation.set(-0.08, 0, mirror * 0.06);
    add(stem, mirror * 0.1, -1.35, -0.42);
    const line = new Mesh(
      new CylinderGeometry(0.345, 0.345, 0.08, 32),
      metal(mixed(look.accent ?? color, '#9aa09d', 0.4), 0.3),
    );
    line.scale.z = 0.87;
    add(line, mirror * 0.16, -2.25, -0.37);
    const grille = new Mesh(new SphereGeometry(0.16, 20, 12), shade('#191b1c'));
    grille.scale.set(1, 0.6, 0.3);
    add(grille, mirror * 0.34, 0.5, 0.52);
  } else {
    const isDisc = look.bud === 'disc';
    const plate = new Mesh(
      turned([
        [0.001, -0.02],
        [isDisc ? 0.86 : 0.66, 0],
        [isDisc ? 0.88 : 0.68, 0.12],
        [isDisc ? 0.8 : 0.58, 0.22],
        [0, 0.26],
      ]),
      isDisc
        ? metal(mixed(look.accent ?? color, '#ffffff', 0.12), 0.26)
        : gloss(mixed(color, '#ffffff', 0.12), 0.2),
    );
    plate.rotation.x = -Math.PI / 2;
    add(plate, mirror * 0.12, -0.06, -0.62);
    const mouth = new Mesh(new CapsuleGeometry(0.07, 0.26, 6, 16), shade('#141617'));
    mouth.rotation.z = 0.4 * mirror;
    add(mouth, mirror * 0.5, -0.42, -0.56);
  }
  return group;
}

/** A charging case with its lid open, standing on y = 0, and a pair of buds. */
export function earbuds(look: EarbudsLook): Group {
  const shape = shapes[look.shape];
  const solid = look.finish === 'matt' ? matt(look.case) : gloss(look.case);
  const group = new Group();
  const add = <Part extends Mesh | Group>(part: Part, x = 0, y = 0, z = 0, parent: Group = group): Part => {
    part.position.set(x, y, z);
    part.traverse((mesh) => {
      mesh.castShadow = true;
      mesh.receiveShadow = true;
    });
    parent.add(part);
    return part;
  };
  const cut = 0.36;
  const rim = ringAt(shape, cut);
  const standing = shape.halfHeight;
  const box = add(new Group(), 0, standing, 0);
  add(new Mesh(superellipsoid(shape, -Math.PI / 2, cut), solid), 0, 0, 0, box);
  const roundness = Math.min(rim.halfDepth * 0.98, rim.halfWidth);
  const deck = new Mesh(
    face(rim.halfWidth * 1.97, rim.halfDepth * 1.97, roundness),
    matt(mixed(look.case, '#000000', 0.12), 0.25),
  );
  deck.rotation.x = -Math.PI / 2;
  add(deck, 0, rim.height - 0.05, 0, box);
  const lip = new Mesh(
    superellipsoid(shape, cut - 0.05, cut + 0.002),
    matt(mixed(look.case, '#000000', 0.06), 0.3),
  );
  lip.scale.set(1.004, 1, 1.004);
  add(lip, 0, 0, 0, box);
  for (const side of [-1, 1]) {
    const pit = new Mesh(new CircleGeometry(0.82, 48), shade(mixed(look.case, '#0a0c0c', 0.86), 0.08));
    pit.rotation.x = -Math.PI / 2;
    pit.scale.set(1.12, 0.92, 1);
    add(pit, side * rim.halfWidth * 0.46, rim.height - 0.04, 0.02, box);
    const edge = new Mesh(
      turned([
        [0.82, 0],
        [0.86, 0.03],
        [0.92, 0.03],
        [0.96, 0],
      ]),
      matt(mixed(look.case, '#ffffff', 0.08), 0.3),
    );
    edge.scale.set(1.12, 1, 0.92);
    add(edge, side * rim.halfWidth * 0.46, rim.height - 0.045, 0.02, box);
  }
  const light = new Mesh(new CylinderGeometry(0.085, 0.085, 0.03, 24), glow(look.accent ?? '#f5a81c', 0.95));
  light.rotation.x = Math.PI / 2;
  add(light, 0, -shape.halfHeight * 0.04, shape.halfDepth + 0.004, box);

  const lid = new Group();
  const shell = new Mesh(superellipsoid(shape, cut, Math.PI / 2), solid);
  const inside = new Mesh(
    superellipsoid(shape, cut, Math.PI / 2),
    matt(mixed(look.case, '#000000', 0.24), 0.2) as MeshPhysicalMaterial,
  );
  inside.scale.setScalar(0.975);
  (inside.material as MeshPhysicalMaterial).side = DoubleSide;
  const lidBody = new Group().add(shell, inside);
  lidBody.position.set(0, -rim.height, rim.halfDepth);
  lid.add(lidBody);
  lid.rotation.x = -1.62;
  add(lid, 0, rim.height + 0.02, -rim.halfDepth + 0.06, box);
  const rod = new Mesh(
    new CylinderGeometry(0.16, 0.16, rim.halfWidth * 0.7, 24),
    metal(mixed(look.case, '#8c9190', 0.5), 0.3),
  );
  rod.rotation.z = Math.PI / 2;
  add(rod, 0, rim.height - 0.12, -rim.halfDepth + 0.02, box);

  for (const isLeft of [true, false]) {
    const side = isLeft ? -1 : 1;
    const part = bud(look, isLeft);
    if (look.place === 'seated') {
      part.rotation.set(
        look.bud === 'stem' ? 0.12 : -0.55,
        side * (look.bud === 'stem' ? 0.5 : 0.25),
        side * 0.06,
      );
      add(part, side * rim.halfWidth * 0.46, rim.height + (look.bud === 'stem' ? 0.62 : 0.42), 0.04, box);
    } else {
      part.rotation.set(-0.35, Math.PI + side * -0.75, side * 0.2);
      add(part, side * 2.6, 0.86, 3.3);
    }
  }
  const turnedGroup = new Group().add(group);
  turnedGroup.rotation.y = look.place === 'seated' ? -0.2 : -0.06;
  return new Group().add(turnedGroup);
}
